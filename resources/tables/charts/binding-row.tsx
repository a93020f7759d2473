import { CloseOutlined } from '@ant-design/icons'
import { Button, Select } from 'antd'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Binding } from '#contract/charts/definition.ts'
import { type ChannelSpec, drawnAggregates } from '#contract/charts/types.ts'
import type { AnswerColumn } from '#contract/queries/answer.ts'
import { TimeBin } from '#contract/queries/query.ts'
import { BoundedNumber } from '../../../src/widgets/CheckedNumber.tsx'
import { BinWidthField } from '../bin-width.tsx'

type RowProps = {
  /** What the row is called: its column in a channel, its channel among the uses of a column. */
  label: ReactNode
  spec: ChannelSpec
  binding: Binding
  field: AnswerColumn | undefined
  numbers: readonly AnswerColumn[]
  onChange: (binding: Binding) => void
  onRemove: () => void
}

/** A column in a channel, with the bins or the aggregate that it has there. */
export function BindingRow({ label, spec, binding, field, numbers, onChange, onRemove }: RowProps) {
  const { t } = useTranslation()
  const name = bindingName(t, binding, field)
  return (
    <div className="view-pair">
      <b title={typeof label === 'string' ? label : name}>{label}</b>
      {spec.role === 'group' && field && <BinsField binding={binding} field={field} onChange={onChange} />}
      {spec.role === 'measure' && (field || binding.field === null) && (
        <AggregateField binding={binding} type={field?.type ?? null} numbers={numbers} onChange={onChange} />
      )}
      <Button
        type="text"
        size="small"
        icon={<CloseOutlined />}
        aria-label={t('charts.editor.take', { name })}
        onClick={onRemove}
      />
    </div>
  )
}

/** The name of what is bound: rows, a column, or one that is gone. */
export const bindingName = (t: TFunction, binding: Binding, field: AnswerColumn | undefined): string =>
  binding.field === null ? t('charts.rows') : (field?.name ?? t('charts.editor.gone'))

type FieldProps = { binding: Binding; field: AnswerColumn; onChange: (binding: Binding) => void }

type AggregateProps = {
  binding: Binding
  /** Null for rows. */
  type: AnswerColumn['type'] | null
  numbers: readonly AnswerColumn[]
  onChange: (binding: Binding) => void
}

function AggregateField({ binding, type, numbers, onChange }: AggregateProps) {
  const { t } = useTranslation()
  const { percent: _percent, by: _by, ...rest } = binding
  const by = (numbers.find(({ key }) => key !== binding.field) ?? numbers[0])?.key
  return (
    <>
      <Select
        size="small"
        aria-label={t('dataViews.groups.aggregate')}
        value={binding.aggregate ?? 'count'}
        options={drawnAggregates(type).map((value) => ({ value, label: t(`dataViews.aggregates.${value}`) }))}
        onChange={(aggregate) =>
          onChange({
            ...rest,
            aggregate,
            ...(aggregate === 'percentile' && { percent: 90 }),
            ...(aggregate === 'ratio' && type === 'number' && by && { by }),
          })
        }
      />
      {binding.by !== undefined && (
        <Select
          size="small"
          aria-label={t('dataViews.groups.divisor')}
          showSearch={{ optionFilterProp: 'label' }}
          value={binding.by}
          options={numbers.map(({ key, name }) => ({ value: key, label: name }))}
          onChange={(key) => onChange({ ...binding, by: key })}
        />
      )}
      {binding.aggregate === 'percentile' && (
        <BoundedNumber
          size="small"
          min={0}
          max={100}
          suffix="%"
          label={t('dataViews.aggregates.percentile')}
          value={binding.percent ?? 90}
          onChange={(percent) => onChange({ ...binding, percent })}
        />
      )}
    </>
  )
}

function BinsField({ binding, field, onChange }: FieldProps) {
  const { t } = useTranslation()
  const { time: _time, width: _width, ...plain } = binding
  if (field.type === 'date' || field.type === 'datetime') {
    const spans = TimeBin.options.filter((bin) => field.type === 'datetime' || bin !== 'hour')
    return (
      <Select
        size="small"
        aria-label={t('dataViews.groups.by')}
        value={binding.time ?? ''}
        options={[
          { value: 'auto', label: t('charts.editor.auto') },
          { value: '', label: t('dataViews.groups.each') },
          ...spans.map((value) => ({ value, label: t(`dataViews.bins.${value}`) })),
        ]}
        onChange={(value) => onChange(value ? { ...plain, time: value as TimeBin | 'auto' } : plain)}
      />
    )
  }
  if (field.type !== 'number') return null
  const { width } = binding
  return (
    <>
      <Select
        size="small"
        aria-label={t('dataViews.groups.by')}
        value={width === 'auto' ? 'auto' : width ? 'width' : ''}
        options={[
          { value: 'auto', label: t('charts.editor.auto') },
          { value: '', label: t('dataViews.groups.each') },
          { value: 'width', label: t('charts.editor.width') },
        ]}
        onChange={(value) =>
          onChange(value === 'auto' ? { ...plain, width: 'auto' } : value ? { ...plain, width: '1' } : plain)
        }
      />
      {width && width !== 'auto' && (
        <BinWidthField
          size="small"
          label={t('charts.editor.width')}
          value={width}
          onChange={(value) => value && onChange({ ...plain, width: value })}
        />
      )}
    </>
  )
}
