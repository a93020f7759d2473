import { PlusOutlined } from '@ant-design/icons'
import { Button, Popover } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Binding, Channel, ChartDefinition } from '#contract/charts/definition.ts'
import { fitsChannel } from '#contract/charts/suggest.ts'
import { type ChannelSpec, chartTypes } from '#contract/charts/types.ts'
import type { AnswerColumn } from '#contract/queries/answer.ts'
import { channelName } from '../../../src/charts/channel-name.ts'
import { chartKinds } from '../../../src/charts/registry.ts'
import { BindingRow } from './binding-row.tsx'
import { withBound } from './bindings.ts'
import { OrderField } from './options.tsx'

type Props = {
  definition: ChartDefinition
  fields: readonly AnswerColumn[]
  field: AnswerColumn
  onChange: (definition: ChartDefinition) => void
}

/** The name of a column; a click opens what the chart does with it. */
export function ColumnSettings(props: Props) {
  const { name, unit } = props.field
  const [isOpen, setOpen] = useState(false)
  const chip = useRef<HTMLSpanElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const close = () => {
    setOpen(false)
    chip.current?.focus()
  }
  return (
    <Popover
      trigger="click"
      placement="bottomLeft"
      open={isOpen}
      onOpenChange={setOpen}
      // Whoever is quick is in it already.
      afterOpenChange={(isShown) => isShown && !box.current?.contains(document.activeElement) && box.current?.focus()}
      destroyOnHidden
      content={
        <div
          ref={box}
          role="group"
          aria-label={name}
          tabIndex={-1}
          className="chart-uses"
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            event.stopPropagation()
            close()
          }}
        >
          <ColumnUses {...props} onUsed={() => box.current?.focus()} />
        </div>
      }
    >
      {/* No button element: Firefox can’t drag one, and columns are dragged into channels. */}
      <span
        ref={chip}
        role="button"
        tabIndex={0}
        className="chart-column"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== ' ') return
          event.preventDefault()
          setOpen(!isOpen)
        }}
      >
        {name}
        {unit && <small>{unit}</small>}
      </span>
    </Popover>
  )
}

/** The channels that take a column: how it is used in each, or a button that puts it there. */
function ColumnUses({ definition, fields, field, onChange, onUsed }: Props & { onUsed: () => void }) {
  const { t } = useTranslation()
  const { type, channels, options } = definition
  const specs = (Object.entries(chartTypes[type].channels) as [Channel, ChannelSpec][]).filter(([, spec]) =>
    fitsChannel(spec, field.type),
  )
  const isOf = (binding: Binding) => binding.field === field.key
  const isGroup = specs.some(([channel, { role }]) => role === 'group' && channels[channel]?.some(isOf))
  if (!specs.length) return <p className="chart-hint">{t('charts.editor.noRole')}</p>
  return (
    <>
      {specs.map(([channel, spec]) => {
        const bindings = channels[channel] ?? []
        const label = channelName(t, type, channel)
        const bind = (next: Binding[]) => onChange({ ...definition, channels: { ...channels, [channel]: next } })
        const put = (next: Binding[]) => {
          bind(next)
          onUsed()
        }
        if (!bindings.some(isOf))
          return (
            <Button
              key={channel}
              type="text"
              size="small"
              icon={<PlusOutlined />}
              onClick={() => put(withBound(spec, bindings, field))}
            >
              {t('charts.editor.useAs', { channel: label })}
            </Button>
          )
        return bindings.map(
          (binding, at) =>
            isOf(binding) && (
              <BindingRow
                key={`${channel} ${at}`}
                label={label}
                spec={spec}
                binding={binding}
                field={field}
                numbers={fields.filter((one) => one.type === 'number')}
                onChange={(next) => bind(bindings.with(at, next))}
                onRemove={() => put(bindings.toSpliced(at, 1))}
              />
            ),
        )
      })}
      {isGroup && chartKinds[type].options.includes('order') && (
        <OrderField
          type={type}
          options={options}
          set={(over) => onChange({ ...definition, options: { ...options, ...over } })}
        />
      )}
    </>
  )
}
