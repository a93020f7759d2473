import { BarChartOutlined, TableOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChartAnswer } from '#contract/charts/answer.ts'
import type { ChartDefinition } from '#contract/charts/definition.ts'
import { neededBy } from '#contract/charts/types.ts'
import { Empty } from '../widgets/Empty.tsx'
import { formatList } from '../widgets/format.ts'
import { Basis } from './Basis.tsx'
import { channelName } from './channel-name.ts'
import { DrawnFacet, type Hiding } from './DrawnFacet.tsx'
import { Figures } from './Figures.tsx'
import { type Frame, facetsOf, frameOf, type IndexedRow } from './frame.ts'
import type { ChartKind } from './kind.ts'
import { PaintedFacet } from './PaintedFacet.tsx'
import { chartKinds } from './registry.ts'
import type { Regions } from './scene/regions.ts'
import { useRegions } from './use-regions.ts'
import { useChartWords } from './words.ts'
import './charts.css'

type Props = {
  definition: ChartDefinition
  answer: ChartAnswer
  /** Name of the chart for screen readers. */
  label: string
  /** The address of a file of the space, read with the reader's permissions. */
  fileAddress: (hash: string) => string
  /** Called with the index of the answer's row behind a clicked shape. */
  onPick?: ((row: number) => void) | undefined
}

/** A chart with its titles and its basis, as large as its container. It can also be shown as a table. */
export function ChartView({ definition, answer, label, fileAddress, onPick }: Props) {
  const { t, i18n } = useTranslation()
  const words = useChartWords()
  const [isTable, setTable] = useState(false)
  const frame = useMemo(() => frameOf(definition, answer, words), [definition, answer, words])
  const { title, subtitle } = definition.options
  const kind = chartKinds[definition.type]
  const isDrawn = !('View' in kind)
  const regions = useRegions(definition.options.regions, fileAddress)
  const needed = neededBy(definition).map((channel) => channelName(t, definition.type, channel))
  if (needed.length) return <Empty title={t('charts.needs', { channels: formatList(needed, i18n.language) })} />
  const said = t('charts.drawnAs', { name: label, type: t(`charts.types.${definition.type}`) })
  return (
    <figure className="chart-view">
      {(title || subtitle) && (
        <header>
          {title && <strong>{title}</strong>}
          {subtitle && <span>{subtitle}</span>}
        </header>
      )}
      {isDrawn && (
        <Button
          className="chart-as-table"
          size="small"
          type="text"
          icon={isTable ? <BarChartOutlined /> : <TableOutlined />}
          aria-pressed={isTable}
          aria-label={t('charts.asTable', { name: label })}
          title={t(isTable ? 'charts.showChart' : 'charts.showTable')}
          onClick={() => setTable(!isTable)}
        />
      )}
      {'View' in kind && answer.rows.length > 0 ? (
        <kind.View frame={frame} onPick={onPick} />
      ) : isTable || !isDrawn ? (
        <Figures frame={frame} label={label} onPick={onPick} />
      ) : (
        <Facets kind={kind} frame={frame} regions={regions} label={said} onPick={onPick} />
      )}
      <Basis frame={frame} />
    </figure>
  )
}

type DrawnKind = Exclude<ChartKind, { View: unknown }>
type FacetProps = { kind: DrawnKind; frame: Frame; regions: Regions; label: string; onPick: Props['onPick'] }
const NONE: ReadonlySet<string> = new Set()

/** The drawings of a chart: one, or one of each facet, side by side; a series is hidden in all of them. */
function Facets({ label, ...given }: FacetProps) {
  const { frame } = given
  const facets = useMemo(() => facetsOf(frame), [frame])
  const [hidden, onHide] = useState(NONE)
  const shared = { ...given, hidden, onHide }
  if (facets.length === 1) return <Facet {...shared} rows={facets[0]?.rows ?? []} label={label} />
  return (
    <div className="chart-facets">
      {facets.map((facet, at) => (
        <section key={at} aria-label={facet.label}>
          <h4 title={facet.label}>{facet.label}</h4>
          <Facet {...shared} rows={facet.rows} label={frame.words.list([label, facet.label])} />
        </section>
      ))}
    </div>
  )
}

type OneProps = FacetProps & Hiding & { rows: readonly IndexedRow[] }

function Facet({ kind, regions, hidden, onHide, ...shared }: OneProps) {
  return 'draw' in kind ? (
    <DrawnFacet kind={kind} hidden={hidden} onHide={onHide} {...shared} />
  ) : (
    <PaintedFacet load={kind.load} regions={regions} {...shared} />
  )
}
