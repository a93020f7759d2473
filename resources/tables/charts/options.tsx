import { Input, InputNumber, Segmented, Select, Switch } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type Axis,
  type ChartDefinition,
  ChartNotation,
  type ChartOptions,
  type ChartType,
  type ErrorBar,
} from '#contract/charts/definition.ts'
import { usualOrder } from '#contract/charts/types.ts'
import { CHART_CATEGORIES_MAX, CHART_LINES_MAX, CHART_SERIES_MAX, CHART_TEXT_MAX } from '#contract/core/limits.ts'
import type { Frame } from '../../../src/charts/frame.ts'
import type { OptionKey } from '../../../src/charts/kind.ts'
import { chartKinds } from '../../../src/charts/registry.ts'
import { BoundedNumber } from '../../../src/widgets/CheckedNumber.tsx'
import { ReferenceSelect } from '../reference-select.tsx'
import { PaletteField, RampField } from './colors.tsx'

/** Greatest number of decimals that `Intl.NumberFormat` writes everywhere. */
const DECIMALS_MAX = 20

type Props = {
  spaceId: string
  definition: ChartDefinition
  /** The frame of the current drawing. */
  frame: Frame | null
  onChange: (definition: ChartDefinition) => void
}
type Controls = {
  spaceId: string
  type: ChartType
  options: ChartOptions
  frame: Frame | null
  set: (over: Partial<ChartOptions>) => void
}

/** How a chart looks: only what its type knows. */
export function OptionsEditor({ spaceId, definition, frame, onChange }: Props) {
  const { t } = useTranslation()
  const { options, type } = definition
  const set = (over: Partial<ChartOptions>) => onChange({ ...definition, options: { ...options, ...over } })
  const known = chartKinds[type].options
  return (
    <section>
      <h3>{t('charts.editor.look')}</h3>
      {(['title', 'subtitle'] as const).map((key) => (
        <Line key={key} label={t(`charts.options.${key}`)}>
          <LateInput
            label={t(`charts.options.${key}`)}
            value={options[key]}
            onCommit={(text) => set({ [key]: text })}
          />
        </Line>
      ))}
      {known.map((key) => {
        const Control = controls[key]
        return <Control key={key} spaceId={spaceId} type={type} options={options} frame={frame} set={set} />
      })}
    </section>
  )
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="chart-option">
      <span>{label}</span>
      {children}
    </div>
  )
}

type LateProps = { label: string; value: string; onCommit: (text: string) => void }
/** A text that counts once it is whole: each letter would be a step to be undone. */
function LateInput({ label, value, onCommit }: LateProps) {
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  if (known !== value) {
    setKnown(value)
    setText(value)
  }
  const commit = () => text.trim() !== value && onCommit(text.trim())
  return (
    <Input
      size="small"
      aria-label={label}
      maxLength={CHART_TEXT_MAX}
      value={text}
      onChange={({ target }) => setText(target.value)}
      onBlur={commit}
      onPressEnter={commit}
    />
  )
}

const toggle =
  (
    key:
      | 'isHorizontal'
      | 'hasOthers'
      | 'isGapShown'
      | 'hasPoints'
      | 'hasRegression'
      | 'hasLabels'
      | 'isRing'
      | 'isGrouped'
      | 'hasUnit',
  ) =>
  ({ options, set }: Pick<Controls, 'options' | 'set'>) => {
    const { t } = useTranslation()
    const label = t(`charts.options.${key}`)
    return (
      <Line label={label}>
        <Switch size="small" aria-label={label} checked={options[key]} onChange={(is) => set({ [key]: is })} />
      </Line>
    )
  }

const count =
  (key: 'categories' | 'series', max: number) =>
  ({ options, set }: Controls) => {
    const { t } = useTranslation()
    const label = t(`charts.options.${key}`)
    return (
      <Line label={label}>
        <BoundedNumber
          size="small"
          min={1}
          max={max}
          isWhole
          label={label}
          value={options[key]}
          onChange={(value) => set({ [key]: value })}
        />
      </Line>
    )
  }

function Stacking({ options, set }: Controls) {
  const { t } = useTranslation()
  return (
    <Segmented
      size="small"
      block
      aria-label={t('charts.options.stacking')}
      value={options.stacking}
      options={(['none', 'stacked', 'percent'] as const).map((value) => ({
        value,
        label: t(`charts.stacking.${value}`),
      }))}
      onChange={(stacking) => set({ stacking })}
    />
  )
}

/** The order of categories, which is also set where a column becomes one. */
export function OrderField({ type, options, set }: Pick<Controls, 'type' | 'options' | 'set'>) {
  const { t } = useTranslation()
  const { by, order } = options.order ?? usualOrder(type)
  return (
    <Line label={t('charts.options.order')}>
      <Select
        size="small"
        aria-label={t('charts.options.order')}
        value={`${by}-${order}`}
        options={(['value-desc', 'value-asc', 'name-asc', 'name-desc'] as const).map((value) => ({
          value,
          label: t(`charts.orders.${value}`),
        }))}
        onChange={(value) => {
          const [nextBy, nextOrder] = value.split('-') as [typeof by, typeof order]
          set({ order: { by: nextBy, order: nextOrder } })
        }}
      />
    </Line>
  )
}

function ErrorBarField({ options, set }: Controls) {
  const { t } = useTranslation()
  return (
    <Line label={t('charts.options.errorBar')}>
      <Select<ErrorBar | 'none'>
        size="small"
        aria-label={t('charts.options.errorBar')}
        value={options.errorBar ?? 'none'}
        options={(['none', 'deviation', 'standardError', 'interval'] as const).map((value) => ({
          value,
          label: t(`charts.errorBar.${value}`),
        }))}
        onChange={(value) => set({ errorBar: value === 'none' ? undefined : value })}
      />
    </Line>
  )
}

function LegendField({ options, set }: Controls) {
  const { t } = useTranslation()
  return (
    <Line label={t('charts.options.legend')}>
      <Select
        size="small"
        aria-label={t('charts.options.legend')}
        value={options.legend}
        options={(['auto', 'top', 'right', 'bottom', 'none'] as const).map((value) => ({
          value,
          label: t(`charts.legend.${value}`),
        }))}
        onChange={(legend) => set({ legend })}
      />
    </Line>
  )
}

function WhiskersField({ options, set }: Controls) {
  const { t } = useTranslation()
  return (
    <Select
      size="small"
      aria-label={t('charts.options.whiskers')}
      value={options.whiskers}
      options={(['range', 'percentiles'] as const).map((value) => ({ value, label: t(`charts.whiskers.${value}`) }))}
      onChange={(whiskers) => set({ whiskers })}
    />
  )
}

const GroupedField = toggle('isGrouped')
const UnitField = toggle('hasUnit')
/** How the numbers of a chart are written. */
function NumbersField({ options, set }: Controls) {
  const { t } = useTranslation()
  const label = t('charts.options.decimals')
  return (
    <>
      <Line label={t('charts.options.notation')}>
        <Select<ChartNotation>
          size="small"
          aria-label={t('charts.options.notation')}
          value={options.notation}
          options={ChartNotation.options.map((value) => ({ value, label: t(`charts.notations.${value}`) }))}
          onChange={(notation) => set({ notation })}
        />
      </Line>
      <Line label={label}>
        <BoundedNumber
          size="small"
          min={0}
          max={DECIMALS_MAX}
          isWhole
          mayBeEmpty
          label={label}
          value={options.decimals ?? null}
          onChange={(decimals) => set({ decimals: decimals ?? undefined })}
        />
      </Line>
      <GroupedField options={options} set={set} />
      <UnitField options={options} set={set} />
    </>
  )
}

function AxesField({ options, set }: Controls) {
  const { t } = useTranslation()
  const change = (name: 'x' | 'y' | 'y2', over: Partial<Axis>) =>
    set({ axes: { ...options.axes, [name]: { ...options.axes[name], ...over } } })
  return (
    <>
      {(['x', 'y', 'y2'] as const).map((name) => {
        const axis = options.axes[name]
        const title = t(`charts.channels.${name}`)
        return (
          <fieldset className="chart-axis" key={name}>
            <legend>{title}</legend>
            <LateInput
              label={t('charts.options.axisTitle', { axis: title })}
              value={axis.title}
              onCommit={(text) => change(name, { title: text })}
            />
            <div className="chart-axis-line">
              {(['isReversed', 'isLog'] as const).map((key) => (
                <span key={key}>
                  <Switch
                    size="small"
                    aria-label={`${title} · ${t(`charts.options.${key}`)}`}
                    checked={axis[key]}
                    onChange={(is) => change(name, { [key]: is })}
                  />
                  {t(`charts.options.${key}`)}
                </span>
              ))}
            </div>
            <div className="chart-axis-line">
              {(['least', 'greatest'] as const).map((key) => (
                <InputNumber
                  key={key}
                  size="small"
                  aria-label={`${title} · ${t(`charts.options.${key}`)}`}
                  placeholder={t(`charts.options.${key}`)}
                  value={axis[key] ?? null}
                  changeOnBlur
                  onBlur={({ target }) => {
                    const value = target.value.trim() === '' ? undefined : Number(target.value)
                    if (value !== axis[key] && !Number.isNaN(value)) change(name, { [key]: value })
                  }}
                />
              ))}
            </div>
          </fieldset>
        )
      })}
    </>
  )
}

function LinesField({ options, set }: Controls) {
  const { t } = useTranslation()
  const [value, setValue] = useState<number | null>(null)
  const { lines } = options
  const add = () => {
    if (value === null || lines.length >= CHART_LINES_MAX) return
    set({ lines: [...lines, { value, title: '' }] })
    setValue(null)
  }
  return (
    <>
      <Line label={t('charts.options.lines')}>
        <InputNumber
          size="small"
          aria-label={t('charts.options.lines')}
          value={value}
          onChange={setValue}
          onPressEnter={add}
          onBlur={add}
        />
      </Line>
      {lines.map((line, at) => (
        <div className="chart-option" key={at}>
          <span>{line.value}</span>
          <LateInput
            label={t('charts.options.lineTitle', { value: line.value })}
            value={line.title}
            onCommit={(title) => set({ lines: lines.with(at, { ...line, title }) })}
          />
          <button
            type="button"
            className="chart-remove"
            aria-label={t('charts.editor.take', { name: String(line.value) })}
            onClick={() => set({ lines: lines.toSpliced(at, 1) })}
          >
            ×
          </button>
        </div>
      ))}
    </>
  )
}

function RegionsField({ spaceId, options, set }: Controls) {
  const { t } = useTranslation()
  const names = useRef(new Map<string, string>())
  const label = t('charts.options.regions')
  return (
    <Line label={label}>
      <ReferenceSelect
        spaceId={spaceId}
        type="file"
        label={label}
        value={options.regions ?? ''}
        names={names.current}
        unseen={t('tables.unseen')}
        onChange={(hash) => set({ regions: hash || undefined })}
      />
    </Line>
  )
}

/** The control of each option. */
const controls: Record<OptionKey, (props: Controls) => ReactNode> = {
  stacking: Stacking,
  isHorizontal: toggle('isHorizontal'),
  order: OrderField,
  categories: count('categories', CHART_CATEGORIES_MAX),
  series: count('series', CHART_SERIES_MAX),
  hasOthers: toggle('hasOthers'),
  errorBar: ErrorBarField,
  isGapShown: toggle('isGapShown'),
  hasPoints: toggle('hasPoints'),
  hasRegression: toggle('hasRegression'),
  hasLabels: toggle('hasLabels'),
  legend: LegendField,
  decimals: NumbersField,
  palette: PaletteField,
  ramp: RampField,
  lines: LinesField,
  whiskers: WhiskersField,
  isRing: toggle('isRing'),
  axes: AxesField,
  regions: RegionsField,
}
