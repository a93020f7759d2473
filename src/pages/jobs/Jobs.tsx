import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Segmented, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { JobQueue, JobState, jobs, type QueueCounts } from '#contract/jobs.ts'
import { byPages } from '#providers/by-pages.ts'
import { call } from '#providers/call.ts'
import { Empty } from '../../widgets/Empty.tsx'
import { FilterRow } from '../../widgets/FilterRow.tsx'
import { NotLoaded } from '../../widgets/NotLoaded.tsx'
import { RecordMore } from '../../widgets/RecordMore.tsx'
import { RecordSkeleton } from '../../widgets/RecordTable.tsx'
import { JobQueues } from './JobQueues.tsx'
import { JobRows } from './JobRows.tsx'
import './jobs.css'

const states = [...JobState.options, 'stuck'] as const
type State = (typeof states)[number]
/** How often list and counts are asked for again; seconds. */
const LOOK_S = 5
const jobsKey = ['jobs']

const sumOf = (queues: readonly QueueCounts[], state: State) => queues.reduce((sum, row) => sum + row[state], 0)

/** All work in the background, by state; what is stuck is named at the top. */
export default function Jobs() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [params, setParams] = useSearchParams()
  const state = states.find((one) => one === params.get('state')) ?? 'running'
  const queue = JobQueue.options.find((one) => one === params.get('queue'))
  const choose = (next: { state?: State; queue?: JobQueue | undefined }) => {
    const chosen = { state, queue, ...next }
    setParams({ state: chosen.state, ...(chosen.queue && { queue: chosen.queue }) }, { replace: true })
  }
  const counts = useQuery({
    queryKey: [...jobsKey, 'queues'],
    queryFn: ({ signal }) => call(jobs.queues, {}, { quiet: true, signal }),
    refetchInterval: LOOK_S * 1000,
  })
  const query = useInfiniteQuery({
    queryKey: [...jobsKey, 'list', state, queue],
    ...byPages((after, { signal }) =>
      call(jobs.list, { ...after, state, ...(queue && { queue }) }, { quiet: true, signal }),
    ),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_S * 1000,
  })
  const list = query.data?.pages.flatMap((page) => page.list) ?? []
  const chosen = (counts.data ?? []).filter((row) => !queue || row.queue === queue)
  const stuck = sumOf(counts.data ?? [], 'stuck')
  return (
    <div className="jobs-page">
      {stuck > 0 && state !== 'stuck' && (
        <Alert
          type="warning"
          showIcon
          title={t('jobs.stuckTitle', { count: stuck })}
          action={
            <Button size="small" onClick={() => setParams({ state: 'stuck' }, { replace: true })}>
              {t('jobs.stuckShow')}
            </Button>
          }
        />
      )}
      <FilterRow onClear={queue ? () => choose({ queue: undefined }) : null}>
        <Segmented<State>
          value={state}
          onChange={(next) => choose({ state: next })}
          aria-label={t('jobs.state')}
          options={states.map((value) => ({
            value,
            label: (
              <>
                {t(`jobs.states.${value}`)}
                {counts.data && <span className="jobs-count num">{sumOf(chosen, value)}</span>}
              </>
            ),
          }))}
        />
        <Select<JobQueue>
          allowClear
          value={queue}
          onChange={(next) => choose({ queue: next })}
          placeholder={t('jobs.allQueues')}
          aria-label={t('jobs.queue')}
          options={JobQueue.options.map((value) => ({ value, label: t(`jobs.queues.${value}`) }))}
        />
      </FilterRow>
      {query.isLoading ? (
        <RecordSkeleton />
      ) : query.isError && !query.data ? (
        <NotLoaded title={t('jobs.loadFailed')} error={query.error} onRetry={query.refetch} />
      ) : list.length ? (
        <JobRows
          list={list}
          state={state}
          isStale={query.isPlaceholderData}
          onChange={() => client.invalidateQueries({ queryKey: jobsKey })}
        >
          <RecordMore query={query} count={list.length} />
        </JobRows>
      ) : (
        <Empty title={t(`jobs.none.${state}`)} hint={t('jobs.noneHint', { seconds: LOOK_S })} />
      )}
      {counts.data && (
        <section aria-labelledby="jobs-queues">
          <h2 id="jobs-queues">{t('jobs.overview')}</h2>
          <JobQueues queues={chosen} />
        </section>
      )}
    </div>
  )
}
