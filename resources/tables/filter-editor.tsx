import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Input, Modal, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CONDITIONS_MAX } from '#contract/core/limits.ts'
import type { Cell, Column } from '#contract/tables/columns.ts'
import { Problem } from '../../src/widgets/FormEnd.tsx'
import { filterText, readFilterValue } from './filter-value.ts'
import type { ValueSource } from './offered-values.ts'
import { type AnyOperator, type FilterBy, isOfList, valuesOf } from './operators.ts'
import { ReferenceSelect } from './reference-select.tsx'
import { useWords } from './use-words.ts'
import { ValuesSelect } from './values-select.tsx'

/** A condition while it is written: its values are texts; '' in a list is an empty cell. */
type Draft<Each> = { column: number; operator: Each; texts: string[] }
type Group<Each> = { match: 'all' | 'any'; conditions: Draft<Each>[] }
type Operators<Each> = (column: Column) => readonly Each[]
type Props<Each extends AnyOperator> = {
  spaceId: string
  /** Names of the files and people among the values, by id. */
  names: Map<string, string>
  columns: readonly Column[]
  /** The comparisons that a column is offered, the usual one first. */
  operators: Operators<Each>
  /** Where the values that are there are asked for; null: they are not listed. */
  values: ValueSource<Each> | null
  filter: FilterBy<Each>
  /** The column whose values are to be chosen from. */
  column?: Column | undefined
  onApply: (filter: FilterBy<Each>) => void
  onClose: () => void
}

function emptyFor<Each extends AnyOperator>(column: Column, operators: Operators<Each>, isListed = false): Draft<Each> {
  const offered = operators(column)
  const operator = (isListed && offered.find((one) => one === 'oneOf')) || offered[0]
  if (operator === undefined) throw new Error(`${column.type} has no comparison`)
  return { column: column.id, operator, texts: [] }
}

/** What another comparison takes of the texts of a draft. */
function textsFor(operator: AnyOperator, { operator: before, texts }: Draft<AnyOperator>): string[] {
  // '' is a field that is not filled in, and only in a list an empty cell.
  const kept = isOfList(operator) === isOfList(before) ? texts : texts.filter(Boolean)
  return kept.slice(0, valuesOf(operator) ?? kept.length)
}

/** The values of a draft; null if some are missing or invalid. */
function valuesIn<Each extends AnyOperator>(column: Column, { operator, texts }: Draft<Each>): Cell[] | null {
  const takes = valuesOf(operator)
  if (takes === 0) return []
  const given = takes === null ? texts : texts.filter((text) => text !== '')
  if (takes === null ? given.length === 0 : given.length !== takes) return null
  const values = given.map((text) => (text === '' ? null : readFilterValue(column, text)))
  const isRight = (value: Cell | undefined): value is Cell => value !== undefined && (value !== null || takes === null)
  return values.every(isRight) ? values : null
}

/** The filter of the drafts that can be read, and the name of the first column with an invalid value. */
function filterOf<Each extends AnyOperator>(
  groups: readonly Group<Each>[],
  columns: ReadonlyMap<number, Column>,
): { filter: FilterBy<Each>; wrong: string | null } {
  let wrong: string | null = null
  const filter = groups.flatMap(({ match, conditions }) => {
    const read = conditions.flatMap((draft) => {
      const column = columns.get(draft.column)
      const values = column && valuesIn(column, draft)
      if (column && !values) wrong ??= column.name
      return values ? [{ column: draft.column, operator: draft.operator, values }] : []
    })
    return read.length > 0 ? [{ match, conditions: read }] : []
  })
  return { filter, wrong }
}

/** The groups that rows have to meet besides a condition: its alternatives are none of them. */
const groupsBesides = <Each,>(groups: readonly Group<Each>[], at: number, place: number): Group<Each>[] =>
  groups.flatMap((group, index) => {
    if (index !== at) return [group]
    return group.match === 'any' ? [] : [{ ...group, conditions: group.conditions.toSpliced(place, 1) }]
  })
/** Where the values of a column are listed; null: nowhere. */
function listIn<Each extends AnyOperator>(groups: readonly Group<Each>[], column: Column): [number, number] | null {
  for (const [at, { conditions }] of groups.entries()) {
    const place = conditions.findIndex((one) => one.column === column.id && isOfList(one.operator))
    if (place >= 0) return [at, place]
  }
  return null
}

/** Writes the conditions that rows have to meet: all groups, and of a group all conditions or one of them. */
export function FilterEditor<Each extends AnyOperator>({
  spaceId,
  names,
  columns: columnList,
  operators,
  values,
  filter: before,
  column,
  onApply,
  onClose,
}: Props<Each>) {
  const { t } = useTranslation()
  const words = useWords(names)
  const columns = new Map(columnList.map((one) => [one.id, one]))
  const [problem, setProblem] = useState('')
  const [groups, setGroups] = useState<Group<Each>[]>(() => {
    const known = before.map(({ match, conditions }) => ({
      match,
      conditions: conditions.map(({ column: id, operator, values }) => {
        const own = columns.get(id)
        return {
          column: id,
          operator,
          texts: values.map((value) => (own ? filterText(own, value, words) : '')),
        }
      }),
    }))
    const wanted = column ?? (known.length === 0 ? columnList[0] : undefined)
    if (!wanted || (column && listIn(known, column))) return known
    const [first, ...rest] = known
    const draft = emptyFor(wanted, operators, column !== undefined)
    return first?.match === 'all'
      ? [{ ...first, conditions: [...first.conditions, draft] }, ...rest]
      : [{ match: 'all', conditions: [draft] }, ...known]
  })
  const [isShown, setShown] = useState(false)
  // The list of a wanted column is opened in its place, which it has when the dialog has arrived.
  const [opened] = useState(() => column && listIn(groups, column))
  function apply() {
    const { filter, wrong } = filterOf(groups, columns)
    if (wrong !== null) return setProblem(t('tables.filter.wrong', { column: wrong }))
    onApply(filter)
    onClose()
  }
  const setGroup = (at: number, group: Group<Each>) =>
    setGroups(groups.with(at, group).filter(({ conditions }) => conditions.length > 0))
  const [first] = columnList
  const count = groups.reduce((sum, { conditions }) => sum + conditions.length, 0)
  const add = (at: number | null) => {
    if (!first) return
    const group = at === null ? undefined : groups[at]
    if (at === null || !group) setGroups([...groups, { match: 'any', conditions: [emptyFor(first, operators)] }])
    else setGroup(at, { ...group, conditions: [...group.conditions, emptyFor(first, operators)] })
  }
  return (
    <Modal
      open
      title={t('tables.filter.title')}
      width={720}
      className="own-width"
      onCancel={onClose}
      afterOpenChange={setShown}
      onOk={apply}
      okText={t('tables.filter.apply')}
      cancelText={t('common.cancel')}
    >
      {groups.map((group, at) => (
        <fieldset key={at} className="filter-group">
          <Select
            size="small"
            aria-label={t('tables.filter.match')}
            value={group.match}
            onChange={(match) => setGroup(at, { ...group, match })}
            options={(['all', 'any'] as const).map((value) => ({ value, label: t(`tables.filter.${value}`) }))}
          />
          {group.conditions.map((condition, place) => (
            <ConditionRow
              key={place}
              spaceId={spaceId}
              names={names}
              columns={columnList}
              operators={operators}
              values={values}
              others={() => filterOf(groupsBesides(groups, at, place), columns).filter}
              isOpened={isShown && condition.column === column?.id && opened?.[0] === at && opened[1] === place}
              condition={condition}
              onChange={(next) => setGroup(at, { ...group, conditions: group.conditions.with(place, next) })}
              onRemove={() => setGroup(at, { ...group, conditions: group.conditions.toSpliced(place, 1) })}
            />
          ))}
          <Button
            size="small"
            type="text"
            icon={<PlusOutlined />}
            disabled={count >= CONDITIONS_MAX}
            onClick={() => add(at)}
          >
            {t('tables.filter.add')}
          </Button>
        </fieldset>
      ))}
      <Button type="dashed" icon={<PlusOutlined />} disabled={count >= CONDITIONS_MAX} onClick={() => add(null)}>
        {t('tables.filter.addGroup')}
      </Button>
      <Problem text={problem} />
    </Modal>
  )
}

type RowProps<Each extends AnyOperator> = {
  spaceId: string
  names: Map<string, string>
  columns: readonly Column[]
  operators: Operators<Each>
  values: ValueSource<Each> | null
  /** The conditions that the listed values also meet. */
  others: () => FilterBy<Each>
  /** Shows the list of values at once. */
  isOpened: boolean
  condition: Draft<Each>
  onChange: (condition: Draft<Each>) => void
  onRemove: () => void
}

function ConditionRow<Each extends AnyOperator>({
  spaceId,
  names,
  columns,
  operators,
  values,
  others,
  isOpened,
  condition,
  onChange,
  onRemove,
}: RowProps<Each>) {
  const { t } = useTranslation()
  const nameOf = (operator: AnyOperator) => t(`tables.operators.${operator}`)
  const column = columns.find(({ id }) => id === condition.column)
  const takes = valuesOf(condition.operator)
  // A comparison that was chosen elsewhere may not be offered here.
  const offered = new Set(column ? [...operators(column), condition.operator] : [])
  const set = (at: number, text: string) => {
    const texts = [condition.texts[0] ?? '', condition.texts[1] ?? ''].with(at, text)
    onChange({ ...condition, texts: texts.slice(0, takes ?? 1) })
  }
  const isReference = column?.type === 'file' || column?.type === 'person'
  const value = (at: number) =>
    isReference ? (
      <ReferenceSelect
        key={at}
        spaceId={spaceId}
        type={column.type === 'file' ? 'file' : 'person'}
        label={t('tables.filter.value')}
        value={condition.texts[at] ?? ''}
        names={names}
        unseen={t('tables.unseen')}
        onChange={(id) => set(at, id)}
      />
    ) : (
      <Input
        key={at}
        aria-label={t('tables.filter.value')}
        value={condition.texts[at] ?? ''}
        onChange={({ target }) => set(at, target.value)}
      />
    )
  return (
    <div className="filter-row">
      <Select
        aria-label={t('tables.filter.column')}
        showSearch={{ optionFilterProp: 'label' }}
        value={condition.column}
        onChange={(id) => {
          const next = columns.find((one) => one.id === id)
          if (next) onChange(emptyFor(next, operators))
        }}
        options={columns.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <Select
        aria-label={t('tables.filter.operator')}
        value={condition.operator}
        onChange={(operator) => onChange({ ...condition, operator, texts: textsFor(operator, condition) })}
        options={[...offered].map((one) => ({ value: one, label: nameOf(one) }))}
      />
      {takes === null && column ? (
        <ValuesSelect
          key={column.id}
          column={column}
          names={names}
          texts={condition.texts}
          offer={
            values && {
              place: [...values.key, others()],
              read: (q, signal) => values.read({ column, others: others(), q, signal }),
            }
          }
          isOpened={isOpened}
          onChange={(texts) => onChange({ ...condition, texts })}
        />
      ) : (
        <span className="filter-values">{Array.from({ length: takes ?? 0 }, (_, at) => value(at))}</span>
      )}
      <Button type="text" icon={<DeleteOutlined />} aria-label={t('tables.filter.remove')} onClick={onRemove} />
    </div>
  )
}
