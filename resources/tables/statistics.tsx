import { useQuery } from '@tanstack/react-query'
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from '#contract/tables/columns.ts'
import type { Question } from '#contract/tables/question.ts'
import { type ColumnStatistics, type DataTable, tables } from '#contract/tables.ts'
import { call } from '#providers/call.ts'
import { newRequestId } from '#providers/request-id.ts'
import { exactMoment, shownMoment } from '../../src/widgets/format.ts'
import { NotLoaded } from '../../src/widgets/NotLoaded.tsx'
import { Property } from '../../src/widgets/Property.tsx'
import { PropertiesSkeleton } from '../../src/widgets/Skeleton.tsx'
import { QueryProgress } from './data-views/query-progress.tsx'
import { meant, shownNumber, showValue } from './show-value.ts'
import { useWords } from './use-words.ts'

type Props = {
  table: DataTable
  column: Column
  question: Question
  /** Shows the rows whose cells of the column break a rule. */
  onBroken: () => void
  onClose: () => void
}
const NO_NAMES: ReadonlyMap<string, string> = new Map()

/** Statistics of a column over the rows that are seen. */
export function Statistics({ table, column, question, onBroken, onClose }: Props) {
  const { t } = useTranslation()
  const { spaceId, id } = table
  const asked = { spaceId, id, column: column.id, question }
  const [reqId] = useState(newRequestId)
  const query = useQuery({
    queryKey: ['tables', spaceId, 'statistics', asked, table.change],
    queryFn: ({ signal }) => call(tables.statistics, asked, { quiet: true, signal, requestId: reqId }),
  })
  const unit = column.unit && ` (${column.unit})`
  return (
    <Drawer open title={`${column.name}${unit}`} onClose={onClose} size={360} mask={false}>
      {query.error ? (
        <NotLoaded error={query.error} onRetry={query.refetch} />
      ) : query.data ? (
        <Figures column={column} figures={query.data} onBroken={onBroken} />
      ) : (
        <>
          <QueryProgress reqId={reqId} what={t('tables.slow.statistics')} />
          <PropertiesSkeleton />
        </>
      )}
      {query.data && <p className="statistics-over">{t('tables.statistics.over', { count: query.data.rows })}</p>}
    </Drawer>
  )
}

type FiguresProps = { column: Column; figures: ColumnStatistics; onBroken: () => void }
function Figures({ column, figures, onBroken }: FiguresProps) {
  const { t, i18n } = useTranslation()
  const words = useWords(NO_NAMES)
  const number = new Intl.NumberFormat(i18n.language)
  const value = (text: string | null) => {
    if (text === null) return null
    if (column.type === 'datetime') return exactMoment(text, column.format.offsetMinutes)
    return column.type === 'number' ? shownNumber(text, { ...column.format, isGrouped: true }) : text
  }
  const bound = (text: string) =>
    column.type === 'datetime' && text ? shownMoment(text, column.format.offsetMinutes) : (value(computed(text)) ?? '')
  const computed = (text: string | null) => text && meant(text, [figures.least, figures.greatest, figures.sum])
  const measured = [
    ['least', figures.least],
    ['greatest', figures.greatest],
    ['mean', computed(figures.mean)],
    ['median', figures.median],
    ['deviation', computed(figures.deviation)],
    ['sum', figures.sum],
  ] as const
  const most = Math.max(1, ...figures.frequent.map(({ count }) => count))
  return (
    <div className="statistics num">
      {figures.histogram.length > 0 && <Histogram figures={figures} value={bound} />}
      <dl className="record-properties">
        <Property label={t('tables.statistics.present')}>
          {number.format(figures.rows - figures.missing - figures.failed)}
        </Property>
        <Property label={t('tables.statistics.missing')}>{number.format(figures.missing)}</Property>
        {figures.failed > 0 && (
          <Property label={t('tables.statistics.failed')}>{number.format(figures.failed)}</Property>
        )}
        <Property label={t('tables.statistics.distinct')}>{number.format(figures.distinct)}</Property>
        {figures.broken > 0 && (
          <Property label={t('tables.statistics.broken')}>
            {number.format(figures.broken)}{' '}
            <Button type="link" size="small" onClick={onBroken}>
              {t('tables.statistics.showBroken')}
            </Button>
          </Property>
        )}
        {measured.map(([key, text]) =>
          text === null ? null : (
            <Property key={key} label={t(`tables.statistics.${key}`)}>
              {value(text)}
            </Property>
          ),
        )}
      </dl>
      {figures.histogram.length === 0 && figures.frequent.length > 0 && (
        <ol className="statistics-frequent" aria-label={t('tables.statistics.frequent')}>
          {figures.frequent.map(({ value: one, count }) => (
            <li key={JSON.stringify(one)}>
              <span>{showValue(column, one, undefined, words).text || t('grid.empty')}</span>
              <i style={{ inlineSize: `${(count / most) * 100}%` }} />
              <b>{number.format(count)}</b>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

const [WIDTH, HEIGHT] = [300, 110]

/** A histogram of the values; each bar has its bounds as tooltip. */
function Histogram({ figures, value }: { figures: ColumnStatistics; value: (text: string) => string }) {
  const { t } = useTranslation()
  const { histogram } = figures
  const most = Math.max(1, ...histogram.map(({ count }) => count))
  const each = WIDTH / histogram.length
  return (
    <figure className="statistics-histogram">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={t('tables.statistics.histogram')}>
        {histogram.map(({ from, to, count }, at) => {
          const height = (count / most) * (HEIGHT - 4)
          return (
            <rect
              key={from}
              x={at * each + 1}
              y={HEIGHT - height}
              width={Math.max(1, each - 2)}
              height={height}
              rx="1.5"
            >
              <title>{`${value(from)} – ${value(to)}: ${count}`}</title>
            </rect>
          )
        })}
      </svg>
      <figcaption>
        <span>{value(histogram[0]?.from ?? '')}</span>
        <span>{value(histogram.at(-1)?.to ?? '')}</span>
      </figcaption>
    </figure>
  )
}
