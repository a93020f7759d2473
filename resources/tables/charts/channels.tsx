import { CloseOutlined } from '@ant-design/icons'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Binding, Channel, ChartDefinition, ChartType } from '#contract/charts/definition.ts'
import { fitsChannel } from '#contract/charts/suggest.ts'
import { type ChannelSpec, chartTypes, drawnAggregates, usualBinding } from '#contract/charts/types.ts'
import type { AnswerColumn } from '#contract/queries/answer.ts'
import { TimeBin } from '#contract/queries/query.ts'
import { BoundedNumber } from '../../../src/widgets/CheckedNumber.tsx'
import { BinWidthField } from '../bin-width.tsx'
import { channelName } from './channel-name.ts'

type Props = {
  definition: ChartDefinition
  fields: readonly AnswerColumn[]
  onChange: (definition: ChartDefinition) => void
}
const ROWS = 'rows'

/** Assigns columns to the channels of a chart, by dragging or by choosing. */
export function ChannelsEditor({ definition, fields, onChange }: Props) {
  const { t } = useTranslation()
  const specs = Object.entries(chartTypes[definition.type].channels) as [Channel, ChannelSpec][]
  return (
    <section>
      <h3>{t('charts.editor.channels')}</h3>
      {specs.map(([channel, spec]) => (
        <ChannelEditor
          key={channel}
          type={definition.type}
          channel={channel}
          spec={spec}
          fields={fields}
          bindings={definition.channels[channel] ?? []}
          onChange={(bindings) =>
            onChange({ ...definition, channels: { ...definition.channels, [channel]: bindings } })
          }
        />
      ))}
    </section>
  )
}

type ChannelProps = {
  type: ChartType
  channel: Channel
  spec: ChannelSpec
  fields: readonly AnswerColumn[]
  bindings: readonly Binding[]
  onChange: (bindings: Binding[]) => void
}

function ChannelEditor({ type, channel, spec, fields, bindings, onChange }: ChannelProps) {
  const { t } = useTranslation()
  const [isOver, setOver] = useState(false)
  const name = channelName(t, type, channel)
  const add = (key: string) => {
    const field = fields.find((one) => one.key === key)
    if (key !== ROWS && !(field && fitsChannel(spec, field.type))) return
    const next = usualBinding(spec.role, field?.key ?? null, field?.type ?? null)
    // A channel that is full takes the new column instead of its last.
    onChange(bindings.length < spec.max ? [...bindings, next] : [...bindings.slice(0, -1), next])
  }
  const options = [
    ...(spec.role === 'measure' && spec.accepts.includes('text') ? [{ value: ROWS, label: t('charts.rows') }] : []),
    ...fields.map(({ key, name: label, type }) => {
      const isFit = fitsChannel(spec, type)
      return { value: key, label, disabled: !isFit, title: isFit ? label : t('charts.editor.unfit', { name: label }) }
    }),
  ]
  return (
    <fieldset
      className="chart-channel"
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        add(event.dataTransfer.getData('text/x-chart-field'))
      }}
    >
      <legend>
        {name}
        {spec.min === 0 && <small>{t('charts.editor.optional')}</small>}
      </legend>
      {bindings.map((binding, at) => (
        <BindingRow
          key={`${at} ${binding.field}`}
          spec={spec}
          binding={binding}
          field={fields.find(({ key }) => key === binding.field)}
          numbers={fields.filter(({ type }) => type === 'number')}
          onChange={(next) => onChange(bindings.with(at, next))}
          onRemove={() => onChange(bindings.toSpliced(at, 1))}
        />
      ))}
      {bindings.length < spec.max && (
        <Select<string>
          size="small"
          aria-label={t('charts.editor.addTo', { channel: name })}
          placeholder={t('charts.editor.choose')}
          showSearch={{ optionFilterProp: 'label' }}
          value={null as never}
          options={options}
          onChange={add}
        />
      )}
    </fieldset>
  )
}

type RowProps = {
  spec: ChannelSpec
  binding: Binding
  field: AnswerColumn | undefined
  numbers: readonly AnswerColumn[]
  onChange: (binding: Binding) => void
  onRemove: () => void
}

function BindingRow({ spec, binding, field, numbers, onChange, onRemove }: RowProps) {
  const { t } = useTranslation()
  const name = binding.field === null ? t('charts.rows') : (field?.name ?? t('charts.editor.gone'))
  return (
    <div className="view-pair">
      <b title={name}>{name}</b>
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
