import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Input, Modal, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CONDITIONS_MAX } from '#contract/core/limits.ts'
import type { Cell, Column } from '#contract/tables/columns.ts'
import type { Filter, TableOperator } from '#contract/tables/question.ts'
import { Problem } from '../../src/widgets/FormEnd.tsx'
import { operatorsFor, operatorsOf, valuesOf } from './operators.ts'
import { readValue } from './read-value.ts'
import { ReferenceSelect } from './reference-select.tsx'
import { fieldText } from './show-value.ts'
import { useWords } from './use-words.ts'

/** A condition while it is written: its values are texts. */
type Draft = { column: number; operator: TableOperator; texts: string[] }
type Group = { match: 'all' | 'any'; conditions: Draft[] }
type Props = {
  spaceId: string
  /** Names of the files and people among the values, by id. */
  names: Map<string, string>
  columns: readonly Column[]
  filter: Filter
  /** The column that another condition is wanted for. */
  column?: Column | undefined
  onApply: (filter: Filter) => void
  onClose: () => void
}

const emptyFor = (column: Column): Draft => ({
  column: column.id,
  operator: operatorsOf[column.type][0] ?? 'empty',
  texts: [],
})
const same = (text: string) => text

/** The filter of the drafts, or the name of the first column with an invalid value. */
function filterOf(groups: readonly Group[], columns: ReadonlyMap<number, Column>): Filter | { wrong: string } {
  const filter: Filter = []
  for (const { match, conditions } of groups) {
    const read = []
    for (const { column: id, operator, texts } of conditions) {
      const column = columns.get(id)
      if (!column) continue
      const takes = valuesOf(operator)
      const type = column.type === 'choices' ? 'choice' : column.type
      const given = takes === 0 ? [] : texts.filter((text) => text !== '')
      const values = given.map((text) => readValue({ type, format: column.format }, text, same))
      const isRight = takes === null ? values.length > 0 : values.length === takes
      if (!isRight || values.some((value) => value === undefined || value === null)) return { wrong: column.name }
      read.push({ column: id, operator, values: values as Cell[] })
    }
    if (read.length > 0) filter.push({ match, conditions: read })
  }
  return filter
}

/** Writes the conditions that rows have to meet: all groups, and of a group all conditions or one of them. */
export function FilterEditor({ spaceId, names, columns: columnList, filter: before, column, onApply, onClose }: Props) {
  const { t } = useTranslation()
  const words = useWords(names)
  const columns = new Map(columnList.map((one) => [one.id, one]))
  const [problem, setProblem] = useState('')
  const [groups, setGroups] = useState<Group[]>(() => {
    const known = before.map(({ match, conditions }) => ({
      match,
      conditions: conditions.map(({ column: id, operator, values }) => {
        const own = columns.get(id)
        return {
          column: id,
          operator,
          texts: values.map((value) => (own ? fieldText(own, value, words) : '')),
        }
      }),
    }))
    const wanted = column ?? (known.length === 0 ? columnList[0] : undefined)
    if (!wanted) return known
    const [first, ...rest] = known
    return first?.match === 'all'
      ? [{ ...first, conditions: [...first.conditions, emptyFor(wanted)] }, ...rest]
      : [{ match: 'all', conditions: [emptyFor(wanted)] }, ...known]
  })
  function apply() {
    const filter = filterOf(groups, columns)
    if ('wrong' in filter) return setProblem(t('tables.filter.wrong', { column: filter.wrong }))
    onApply(filter)
    onClose()
  }
  const setGroup = (at: number, group: Group) =>
    setGroups(groups.with(at, group).filter(({ conditions }) => conditions.length > 0))
  const [first] = columnList
  const count = groups.reduce((sum, { conditions }) => sum + conditions.length, 0)
  const add = (at: number | null) => {
    if (!first) return
    const group = at === null ? undefined : groups[at]
    if (at === null || !group) setGroups([...groups, { match: 'any', conditions: [emptyFor(first)] }])
    else setGroup(at, { ...group, conditions: [...group.conditions, emptyFor(first)] })
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

type RowProps = {
  spaceId: string
  names: Map<string, string>
  columns: readonly Column[]
  condition: Draft
  onChange: (condition: Draft) => void
  onRemove: () => void
}

function ConditionRow({ spaceId, names, columns, condition, onChange, onRemove }: RowProps) {
  const { t } = useTranslation()
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
          if (next) onChange(emptyFor(next))
        }}
        options={columns.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <Select
        aria-label={t('tables.filter.operator')}
        value={condition.operator}
        onChange={(operator) => onChange({ ...condition, operator })}
        options={(column ? operatorsFor(column) : []).map((one) => ({
          value: one,
          label: t(`tables.operators.${one}`),
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
