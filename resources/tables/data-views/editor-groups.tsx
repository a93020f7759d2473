import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Input, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { QUERY_MEASURES_MAX, SORTS_MAX } from '#contract/core/limits.ts'
import type { AnswerColumn } from '#contract/queries/answer.ts'
import { Aggregate, type Group, type Measure, type Query, TimeBin } from '#contract/queries/query.ts'
import type { CellType } from '#contract/tables/columns.ts'
import { BoundedNumber } from '../../../src/widgets/CheckedNumber.tsx'
import { BinWidthField } from '../bin-width.tsx'
import { newMeasure } from './draft.ts'
import { fieldColumns } from './field-columns.ts'
import type { CheckedDraft } from './use-draft.ts'

type Props = { query: Query; draft: CheckedDraft; onChange: (query: Query) => void }

/** The fields that rows are grouped by, and the summaries of each group. */
export function GroupsEditor({ query, draft, onChange }: Props) {
  const { t } = useTranslation()
  const fields = fieldColumns(query, draft)
  const free = fields.filter(({ key }) => !query.groups.some(({ field }) => field === key))
  const setMeasures = (measures: Measure[]) => {
    const keys = new Set(measures.map(({ key }) => key))
    const isLeft = (key: string) => keys.has(key) || !query.measures.some((one) => one.key === key)
    onChange({ ...query, measures, sort: query.sort.filter(({ field }) => isLeft(field)) })
  }
  return (
    <section>
      <h3>{t('dataViews.steps.groups')}</h3>
      {query.groups.map((group, at) => (
        <GroupRow
          key={group.field}
          group={group}
          field={fields.find(({ key }) => key === group.field)}
          onChange={(next) => onChange({ ...query, groups: query.groups.with(at, next) })}
          onRemove={() =>
            onChange({
              ...query,
              groups: query.groups.toSpliced(at, 1),
              sort: query.sort.filter(({ field }) => field !== group.field),
            })
          }
        />
      ))}
      <Select
        className="view-add"
        aria-label={t('dataViews.groups.add')}
        placeholder={t('dataViews.groups.add')}
        showSearch={{ optionFilterProp: 'label' }}
        value={null}
        disabled={free.length === 0 || query.groups.length >= SORTS_MAX}
        options={free.map(({ key, name }) => ({ value: key, label: name }))}
        onChange={(field: string | null) => field && onChange({ ...query, groups: [...query.groups, { field }] })}
      />
      {query.measures.map((measure, at) => (
        <MeasureRow
          key={measure.key}
          measure={measure}
          fields={fields}
          onChange={(next) => setMeasures(query.measures.with(at, next))}
          onRemove={() => setMeasures(query.measures.toSpliced(at, 1))}
        />
      ))}
      <Button
        type="dashed"
        icon={<PlusOutlined />}
        disabled={query.measures.length >= QUERY_MEASURES_MAX}
        onClick={() => setMeasures([...query.measures, newMeasure(query, t('dataViews.aggregates.count'))])}
      >
        {t('dataViews.groups.addMeasure')}
      </Button>
    </section>
  )
}

type GroupProps = {
  group: Group
  field: AnswerColumn | undefined
  onChange: (group: Group) => void
  onRemove: () => void
}

function GroupRow({ group, field, onChange, onRemove }: GroupProps) {
  const { t } = useTranslation()
  const bins = TimeBin.options.filter((bin) => field?.type === 'datetime' || bin !== 'hour')
  return (
    <div className="view-pair">
      <b title={field?.name}>{field?.name ?? group.field}</b>
      {(field?.type === 'date' || field?.type === 'datetime') && (
        <Select<TimeBin | ''>
          aria-label={t('dataViews.groups.by')}
          value={group.time ?? ''}
          options={[
            { value: '', label: t('dataViews.groups.each') },
            ...bins.map((value) => ({ value, label: t(`dataViews.bins.${value}`) })),
          ]}
          onChange={(time) => onChange({ field: group.field, ...(time && { time }) })}
        />
      )}
      {field?.type === 'number' && (
        <BinWidthField
          mayBeEmpty
          placeholder={t('dataViews.groups.each')}
          label={t('dataViews.groups.width')}
          value={group.width}
          onChange={(width) => onChange({ field: group.field, ...(width && { width }) })}
        />
      )}
      <Button
        type="text"
        size="small"
        icon={<DeleteOutlined />}
        aria-label={t('dataViews.groups.remove')}
        onClick={onRemove}
      />
    </div>
  )
}

/** The aggregates that values of a type have; null stands for rows. */
function aggregatesOf(type: CellType | null): Aggregate[] {
  if (type === null) return ['count', 'share']
  if (type === 'number') return Aggregate.options
  if (type === 'boolean') return ['count', 'distinct', 'ratio']
  const plain: Aggregate[] = ['count', 'distinct']
  return type === 'choices' || type === 'file' || type === 'person' ? plain : [...plain, 'least', 'greatest']
}

type MeasureProps = {
  measure: Measure
  fields: readonly AnswerColumn[]
  onChange: (measure: Measure) => void
  onRemove: () => void
}

function MeasureRow({ measure, fields, onChange, onRemove }: MeasureProps) {
  const { t } = useTranslation()
  const [name, setName] = useState(measure.name)
  const field = fields.find(({ key }) => key === measure.field)
  const numbers = fields.filter(({ type }) => type === 'number')
  const firstNumber = (numbers.find(({ key }) => key !== measure.field) ?? numbers[0])?.key
  const change = (over: Partial<Measure>) => {
    const next = { ...measure, ...over }
    const of = fields.find(({ key }) => key === next.field)
    const known = aggregatesOf(of?.type ?? null)
    const aggregate = known.includes(next.aggregate) ? next.aggregate : (known[0] ?? 'count')
    const { percent = 90, by = firstNumber, ...rest } = next
    const isOfNumbers = aggregate === 'ratio' && of?.type === 'number'
    onChange({ ...rest, aggregate, ...(aggregate === 'percentile' && { percent }), ...(isOfNumbers && by && { by }) })
  }
  return (
    <div className="view-measure">
      <div className="view-pair">
        <Select
          aria-label={t('dataViews.groups.aggregate')}
          value={measure.aggregate}
          options={aggregatesOf(field?.type ?? null).map((value) => ({
            value,
            label: t(`dataViews.aggregates.${value}`),
          }))}
          onChange={(aggregate) => change({ aggregate })}
        />
        <Select
          aria-label={t('dataViews.groups.of')}
          showSearch={{ optionFilterProp: 'label' }}
          value={measure.field ?? ''}
          options={[
            { value: '', label: t('dataViews.groups.rows') },
            ...fields.map(({ key, name: label }) => ({ value: key, label })),
          ]}
          onChange={(key) =>
            change({ field: key || null, ...(!measure.field && key && { aggregate: 'mean' as const }) })
          }
        />
        {measure.aggregate === 'percentile' && (
          <BoundedNumber
            min={0}
            max={100}
            suffix="%"
            label={t('dataViews.aggregates.percentile')}
            value={measure.percent ?? 90}
            onChange={(percent) => change({ percent })}
          />
        )}
        {measure.by !== undefined && (
          <Select
            aria-label={t('dataViews.groups.divisor')}
            showSearch={{ optionFilterProp: 'label' }}
            value={measure.by}
            options={numbers.map(({ key, name: label }) => ({ value: key, label }))}
            onChange={(by) => change({ by })}
          />
        )}
        <Button
          type="text"
          size="small"
          icon={<DeleteOutlined />}
          aria-label={t('dataViews.groups.removeMeasure')}
          onClick={onRemove}
        />
      </div>
      <Input
        size="small"
        aria-label={t('dataViews.fields.name', { name: measure.name })}
        value={name}
        onChange={({ target }) => setName(target.value)}
        onBlur={() => (name.trim() ? name !== measure.name && change({ name }) : setName(measure.name))}
      />
    </div>
  )
}
