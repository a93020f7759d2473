import { Select } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type ChartOptions, ChartPalette, ChartRamp } from '#contract/charts/definition.ts'
import { colouredOf } from '../../../src/charts/coloured.ts'
import type { Frame } from '../../../src/charts/frame.ts'
import { drawTokens } from '../../../src/charts/palettes.ts'
import { useChartTokens } from '../../../src/widgets/Chart.tsx'

type Props = { options: ChartOptions; set: (over: Partial<ChartOptions>) => void }

const Swatches = ({ colours }: { colours: readonly string[] }) => (
  <span className="chart-swatches" aria-hidden="true">
    {colours.map((colour, at) => (
      <i key={at} style={{ background: colour }} />
    ))}
  </span>
)

const Named = ({ name, colours }: { name: ReactNode; colours: readonly string[] }) => (
  <span className="chart-palette">
    {name}
    <Swatches colours={colours} />
  </span>
)

type ChosenProps<T> = {
  label: string
  value: T
  choices: readonly { value: T; label: string; colours: readonly string[] }[]
  onChange: (value: T) => void
}
/** One of several sets of colours. */
function ColoursField<T extends string>({ label, value, choices, onChange }: ChosenProps<T>) {
  return (
    <div className="chart-option">
      <span>{label}</span>
      <Select<T, ChosenProps<T>['choices'][number]>
        size="small"
        popupMatchSelectWidth={false}
        aria-label={label}
        value={value}
        options={[...choices]}
        optionRender={({ label: name, data }) => <Named name={name} colours={data.colours} />}
        onChange={onChange}
      />
    </div>
  )
}

/** The palette of the series, and for each drawn series an optional colour. */
export function PaletteField({ options, set, frame }: Props & { frame: Frame | null }) {
  const { t } = useTranslation()
  const tokens = useChartTokens()
  return (
    <>
      <ColoursField
        label={t('charts.options.palette')}
        value={options.palette}
        choices={ChartPalette.options.map((value) => ({
          value,
          label: t(`charts.palettes.${value}`),
          colours: drawTokens(tokens, { ...options, palette: value }).series,
        }))}
        onChange={(palette) => set({ palette })}
      />
      {frame && <SeriesColors options={options} set={set} frame={frame} />}
    </>
  )
}

function SeriesColors({ options, set, frame }: Props & { frame: Frame }) {
  const { t } = useTranslation()
  const { series } = drawTokens(useChartTokens(), options)
  const named = colouredOf(frame)
  if (named.length === 0) return null
  const choose = (id: string, color: number | null) => {
    const others = options.colors.filter((one) => one.series !== id)
    set({ colors: color === null ? others : [...others, { series: id, color }] })
  }
  return (
    <details className="chart-colors">
      <summary>{t('charts.options.colors')}</summary>
      {named.map(({ id, label }) => (
        <div className="chart-option" key={id}>
          <span title={label}>{label}</span>
          <Select<number | 'auto'>
            size="small"
            popupMatchSelectWidth={false}
            aria-label={t('charts.options.colorOf', { name: label })}
            value={options.colors.find((one) => one.series === id)?.color ?? 'auto'}
            options={[
              { value: 'auto' as const, label: t('charts.colorAuto'), colours: [] as string[] },
              ...series.map((colour, at) => ({
                value: at,
                label: t('charts.colorNumber', { number: at + 1 }),
                colours: [colour],
              })),
            ]}
            optionRender={({ label: name, data }) => <Named name={name} colours={data.colours} />}
            labelRender={({ label: name, value }) => (
              <Named name={name} colours={typeof value === 'number' ? series.slice(value, value + 1) : []} />
            )}
            onChange={(value) => choose(id, value === 'auto' ? null : value)}
          />
        </div>
      ))}
    </details>
  )
}

/** The colours from the least to the greatest value. */
export function RampField({ options, set }: Props) {
  const { t } = useTranslation()
  const tokens = useChartTokens()
  return (
    <ColoursField
      label={t('charts.options.ramp')}
      value={options.ramp}
      choices={ChartRamp.options.map((value) => ({
        value,
        label: t(`charts.ramps.${value}`),
        colours: drawTokens(tokens, { ...options, ramp: value }).steps,
      }))}
      onChange={(ramp) => set({ ramp })}
    />
  )
}
