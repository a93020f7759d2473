import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Input, Modal, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CONDITIONS_MAX } from '#contract/core/limits.ts'
import type { Cell, Column } from '#contract/tables/columns.ts'
import { Problem } from '../../src/widgets/FormEnd.tsx'
import { filterText, readFilterValue } from './filter-value.ts'
import { type AnyOperator, type FilterBy, valuesOf } from './operators.ts'
import { ReferenceSelect } from './reference-select.tsx'
import { useWords } from './use-words.ts'

/** A condition while it is written: its values are texts. */
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
  filter: FilterBy<Each>
  /** The column that another condition is wanted for. */
  column?: Column | undefined
  onApply: (filter: FilterBy<Each>) => void
  onClose: () => void
}

function emptyFor<Each>(column: Column, operators: Operators<Each>): Draft<Each> {
  const [operator] = operators(column)
  if (operator === undefined) throw new Error(`${column.type} has no comparison`)
  return { column: column.id, operator, texts: [] }
}

/** The filter of the drafts, or the name of the first column with an invalid value. */
function filterOf<Each extends AnyOperator>(
  groups: readonly Group<Each>[],
  columns: ReadonlyMap<number, Column>,
): FilterBy<Each> | { wrong: string } {
  const filter: FilterBy<Each> = []
  for (const { match, conditions } of groups) {
    const read = []
    for (const { column: id, operator, texts } of conditions) {
      const column = columns.get(id)
      if (!column) continue
      const takes = valuesOf(operator)
      const given = takes === 0 ? [] : texts.filter((text) => text !== '')
      const values = given.map((text) => readFilterValue(column, text))
      const isRight = takes === null ? values.length > 0 : values.length === takes
      if (!isRight || values.some((value) => value === undefined || value === null)) return { wrong: column.name }
      read.push({ column: id, operator, values: values as Cell[] })
    }
    if (read.length > 0) filter.push({ match, conditions: read })
  }
  return filter
}

/** Writes the conditions that rows have to meet: all groups, and of a group all conditions or one of them. */
export function FilterEditor<Each extends AnyOperator>({
  spaceId,
  names,
  columns: columnList,
  operators,
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
    if (!wanted) return known
    const [first, ...rest] = known
    return first?.match === 'all'
      ? [{ ...first, conditions: [...first.conditions, emptyFor(wanted, operators)] }, ...rest]
      : [{ match: 'all', conditions: [emptyFor(wanted, operators)] }, ...known]
  })
  function apply() {
    const filter = filterOf(groups, columns)
    if ('wrong' in filter) return setProblem(t('tables.filter.wrong', { column: filter.wrong }))
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
      onCancel={onClose}
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
  condition: Draft<Each>
  onChange: (condition: Draft<Each>) => void
  onRemove: () => void
}

function ConditionRow<Each extends AnyOperator>({
  spaceId,
  names,
  columns,
  operators,
  condition,
  onChange,
  onRemove,
}: RowProps<Each>) {
  const { t } = useTranslation()
  const nameOf = (operator: AnyOperator) => t(`tables.operators.${operator}`)
  const column = columns.find(({ id }) => id === condition.column)
  const takes = valuesOf(condition.operator)
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
        onChange={(operator) => onChange({ ...condition, operator })}
        options={(column ? operators(column) : []).map((one) => ({
          value: one,
          label: nameOf(one),
        }))}
      />
      {takes === null ? (
        <Select
          mode="tags"
          aria-label={t('tables.filter.value')}
          value={condition.texts}
          onChange={(texts) => onChange({ ...condition, texts })}
          options={column?.options.map((term) => ({ value: term, label: term }))}
        />
      ) : (
        <span className="filter-values">{Array.from({ length: takes }, (_, at) => value(at))}</span>
      )}
      <Button type="text" icon={<DeleteOutlined />} aria-label={t('tables.filter.remove')} onClick={onRemove} />
    </div>
  )
}
