import { Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Binding, Channel, ChartDefinition } from '#contract/charts/definition.ts'
import { fitsChannel } from '#contract/charts/suggest.ts'
import { type ChannelSpec, chartTypes } from '#contract/charts/types.ts'
import type { AnswerColumn } from '#contract/queries/answer.ts'
import { channelName } from '../../../src/charts/channel-name.ts'
import { BindingRow, bindingName } from './binding-row.tsx'
import { withBound } from './bindings.ts'
import { ColumnSettings } from './column-settings.tsx'

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
          definition={definition}
          channel={channel}
          spec={spec}
          fields={fields}
          onChange={onChange}
        />
      ))}
    </section>
  )
}

type ChannelProps = Props & { channel: Channel; spec: ChannelSpec }

function ChannelEditor({ definition, channel, spec, fields, onChange }: ChannelProps) {
  const { t } = useTranslation()
  const [isOver, setOver] = useState(false)
  const name = channelName(t, definition.type, channel)
  const bindings = definition.channels[channel] ?? []
  const bind = (next: Binding[]) => onChange({ ...definition, channels: { ...definition.channels, [channel]: next } })
  const add = (key: string) => {
    const field = fields.find((one) => one.key === key)
    if (key !== ROWS && !(field && fitsChannel(spec, field.type))) return
    bind(withBound(spec, bindings, field))
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
      {bindings.map((binding, at) => {
        const field = fields.find(({ key }) => key === binding.field)
        return (
          <BindingRow
            key={`${at} ${binding.field}`}
            label={
              field ? (
                <ColumnSettings definition={definition} fields={fields} field={field} onChange={onChange} />
              ) : (
                bindingName(t, binding, field)
              )
            }
            spec={spec}
            binding={binding}
            field={field}
            numbers={fields.filter(({ type }) => type === 'number')}
            onChange={(next) => bind(bindings.with(at, next))}
            onRemove={() => bind(bindings.toSpliced(at, 1))}
          />
        )
      })}
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
