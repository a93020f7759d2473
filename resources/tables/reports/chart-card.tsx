import { LockOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChartAnswer } from '#contract/charts/answer.ts'
import { RangeTooWide } from '#contract/charts/asking.ts'
import type { ChartDefinition } from '#contract/charts/definition.ts'
import { dataViews } from '#contract/data-views.ts'
import { files } from '#contract/files.ts'
import type { QueryProblem } from '#contract/queries/answer.ts'
import { addressOf } from '#providers/address.ts'
import { CallFailure, call } from '#providers/call.ts'
import { newRequestId } from '#providers/request-id.ts'
import { ChartView } from '../../../src/charts/ChartView.tsx'
import { isOver } from '../../../src/charts/is-over.ts'
import { Empty } from '../../../src/widgets/Empty.tsx'
import { formatDateTime } from '../../../src/widgets/format.ts'
import { NotLoaded } from '../../../src/widgets/NotLoaded.tsx'
import { ChartSkeleton } from '../../../src/widgets/Skeleton.tsx'
import { useSeen } from '../../../src/widgets/use-seen.ts'
import { QueryProgress } from '../data-views/query-progress.tsx'
import type { Named } from './narrowing.ts'
import { forgetAnswers, useAnswer } from './use-answer.ts'
import { useLiveAnswer } from './use-live-answer.ts'

/** A drawn chart with its element. */
export type Drawn = { definition: ChartDefinition; answer: ChartAnswer }
type Props = {
  spaceId: string
  /** The definition with the filters of its board. */
  definition: ChartDefinition
  label: string
  /** Filters of the board that do not concern it. */
  left: readonly Named[]
  everyMs: number
  /** Whether it is asked before somebody sees it. */
  isUnseen?: boolean | undefined
  onPick?: ((drawn: Drawn, index: number) => void) | undefined
}

/** A chart on a board: asked by its reader once it is seen, and again when its data changes. */
export function ChartCard({ spaceId, definition, label, left, everyMs, isUnseen, onPick }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const isSeen = useSeen(place) || isUnseen === true
  const [requestId] = useState(newRequestId)
  const query = useAnswer(spaceId, definition, { isSeen, everyMs, requestId })
  const { data, error, isFetching, isPlaceholderData, dataUpdatedAt, refetch } = query
  const { t, i18n } = useTranslation()
  const client = useQueryClient()
  // Until the next answer is here, the last one stays under the conditions that it was asked with.
  const [drawn, setDrawn] = useState<Drawn | null>(null)
  if (data && !isPlaceholderData && (drawn?.answer !== data || drawn.definition !== definition))
    setDrawn({ definition, answer: data })
  const shown = drawn?.answer === data ? (drawn?.definition ?? definition) : definition
  useLiveAnswer(spaceId, { definition, answer: data }, () => {
    forgetAnswers(client, spaceId)
    void refetch()
  })
  const stale = t('reports.card.stale', { at: formatDateTime(new Date(dataUpdatedAt).toISOString(), i18n.language) })
  return (
    <div ref={place} className="card-chart" data-stale={isPlaceholderData || undefined} aria-busy={isFetching}>
      {data && !isOver(error) ? (
        <>
          {error && <NotLoaded isInline title={stale} error={error} onRetry={refetch} />}
          <NotNarrowed left={left} />
          {data.matching === 0 ? (
            <NoRows present={data.present} />
          ) : (
            <ChartView
              definition={shown}
              answer={data}
              label={label}
              fileAddress={(hash) => addressOf(files.content, { spaceId, hash })}
              onPick={onPick && ((index) => onPick({ definition: shown, answer: data }, index))}
            />
          )}
        </>
      ) : error ? (
        <Failed spaceId={spaceId} definition={definition} error={error} onRetry={refetch} />
      ) : (
        <>
          <ChartSkeleton />
          <QueryProgress reqId={requestId} />
        </>
      )}
    </div>
  )
}

/** There are no rows at all, or none that match. */
function NoRows({ present }: { present: number }) {
  const { t } = useTranslation()
  return <Empty title={t(present ? 'dataViews.noRows' : 'reports.card.empty')} />
}

/** Filters of the board that do not concern this card. */
function NotNarrowed({ left }: { left: readonly Named[] }) {
  const { t } = useTranslation()
  if (!left.length) return null
  const names = left.map(({ label }) => label).join(t('tables.comma'))
  return <p className="card-apart">{t('reports.card.apart', { names })}</p>
}

const HIDDEN: readonly QueryProblem['reason'][] = ['sourceGone', 'sourceHidden']

/** The reason why a card shows nothing; missing access to a source differs from a failure. */
function Failed({
  spaceId,
  definition: { query },
  error,
  onRetry,
}: {
  spaceId: string
  definition: ChartDefinition
  error: unknown
  onRetry: () => unknown
}) {
  const { t } = useTranslation()
  const isBroken = error instanceof CallFailure && error.error === 'dataViewBroken'
  const definition = { query: { ...query, groups: [], measures: [], sort: [], limit: null } }
  const { data } = useQuery({
    queryKey: ['reports', spaceId, 'problems', JSON.stringify(query)],
    queryFn: () => call(dataViews.check, { spaceId, definition }, { quiet: true }),
    enabled: isBroken,
    retry: false,
  })
  if (error instanceof RangeTooWide) return <Empty title={t('charts.rangeTooWide')} />
  if (!data?.problems.some(({ reason }) => HIDDEN.includes(reason)))
    return <NotLoaded error={error} onRetry={onRetry} title={t('reports.card.failed')} />
  return (
    <div className="card-hidden" role="note">
      <LockOutlined />
      <strong>{t('reports.card.hidden')}</strong>
      <span>{t('reports.card.hiddenHint')}</span>
    </div>
  )
}
