import { ReloadOutlined } from '@ant-design/icons'
import { useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { statistics } from '#contract/statistics.ts'
import { call } from '#providers/call.ts'
import { formatExact } from '../../widgets/format.ts'
import { NotLoaded } from '../../widgets/NotLoaded.tsx'
import { ChartSkeleton } from '../../widgets/Skeleton.tsx'
import { StatisticsFigures } from './StatisticsFigures.tsx'
import { StatisticsGrowth } from './StatisticsGrowth.tsx'
import { StatisticsTop } from './StatisticsTop.tsx'
import { statisticsKey } from './statistics-key.ts'
import './statistics.css'

/** Statistics of users, spaces and storage: current numbers, growth, and the top spaces. */
export default function Statistics() {
  const { t, i18n } = useTranslation()
  const client = useQueryClient()
  const isBusy = useIsFetching({ queryKey: statisticsKey.all }) > 0
  const query = useQuery({
    queryKey: statisticsKey.overview,
    queryFn: () => call(statistics.overview, {}, { quiet: true }),
  })
  return (
    <div className="statistics">
      <div className="statistics-head num">
        <p role="status">
          {query.data && t('statistics.at', { at: formatExact(query.data.at, i18n.language) })}
          {query.data && query.isError && <b>{t('statistics.stale')}</b>}
        </p>
        <Button
          icon={<ReloadOutlined />}
          loading={isBusy}
          onClick={() => client.invalidateQueries({ queryKey: statisticsKey.all })}
        >
          {t('statistics.refresh')}
        </Button>
      </div>
      {query.data ? (
        <StatisticsFigures overview={query.data} />
      ) : query.isError ? (
        <NotLoaded error={query.error} onRetry={query.refetch} />
      ) : (
        <div className="statistics-cards" aria-busy="true">
          {[1, 2, 3].map((one) => (
            <ChartSkeleton key={one} />
          ))}
        </div>
      )}
      <StatisticsGrowth />
      <StatisticsTop />
    </div>
  )
}
