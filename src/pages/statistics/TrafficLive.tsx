import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type ByChannel, TrafficChannel, traffic } from '#contract/traffic.ts'
import { call } from '#providers/call.ts'
import { NotLoaded } from '../../widgets/NotLoaded.tsx'
import { ChartSkeleton } from '../../widgets/Skeleton.tsx'
import { statisticsKey } from './statistics-key.ts'
import { TrafficChannels } from './TrafficChannels.tsx'
import { TrafficSeconds } from './TrafficSeconds.tsx'

const SECOND_MS = 1000

/** The last two minutes, second by second. */
export function TrafficLive() {
  const { t } = useTranslation()
  const query = useQuery({
    queryKey: statisticsKey.live,
    queryFn: ({ signal }) => call(traffic.live, {}, { quiet: true, signal }),
    refetchInterval: SECOND_MS,
  })
  if (!query.data) return query.isError ? <NotLoaded error={query.error} onRetry={query.refetch} /> : <ChartSkeleton />
  const { seconds } = query.data
  const total = Object.fromEntries(
    TrafficChannel.options.map((channel) => {
      const of = (figure: keyof ByChannel['web']) =>
        seconds.reduce((sum, { channels }) => sum + channels[channel][figure], 0)
      return [channel, { requests: of('requests'), inBytes: of('inBytes'), outBytes: of('outBytes') }]
    }),
  ) as ByChannel
  return (
    <>
      <p className="statistics-note">{query.isError ? t('statistics.stale') : t('traffic.liveHint')}</p>
      <div className="statistics-charts">
        <TrafficSeconds seconds={seconds} />
      </div>
      <TrafficChannels total={total} />
    </>
  )
}
