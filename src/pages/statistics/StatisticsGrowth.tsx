import { DownloadOutlined } from '@ant-design/icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Segmented } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { STATISTICS_AGE_MS } from '#contract/core/limits.ts'
import type { DataOf } from '#contract/core/operation.ts'
import { SpaceType } from '#contract/spaces.ts'
import { Range, statistics } from '#contract/statistics.ts'
import { addressOf } from '#providers/address.ts'
import { call } from '#providers/call.ts'
import { NotLoaded } from '../../widgets/NotLoaded.tsx'
import type { ChartView, Series } from './growth-spec.ts'
import { StatisticsChart } from './StatisticsChart.tsx'
import { type GrowthRange, statisticsKey } from './statistics-key.ts'

type Steps = DataOf<typeof statistics.growth>
type Figure = Exclude<keyof Steps[number], 'from' | 'private' | 'restricted' | 'public'>

/** The growth of users, spaces and what is in them over time. */
export function StatisticsGrowth() {
  const { t } = useTranslation()
  const [range, setRange] = useState<GrowthRange>('month')
  const query = useQuery({
    queryKey: statisticsKey.growth(range),
    queryFn: () => call(statistics.growth, { range }, { quiet: true }),
    placeholderData: keepPreviousData,
    refetchInterval: range === 'day' && STATISTICS_AGE_MS,
  })
  return (
    <section className="statistics-growth" aria-labelledby="growth-title">
      <header>
        <h2 id="growth-title">{t('statistics.growth.title')}</h2>
        <Segmented<GrowthRange>
          value={range}
          onChange={setRange}
          aria-label={t('statistics.growth.range')}
          options={Range.options.map((value) => ({ value, label: t(`statistics.growth.ranges.${value}`) }))}
        />
        <Button icon={<DownloadOutlined />} href={addressOf(statistics.export, { range })} download>
          {t('statistics.export')}
        </Button>
        <p>{t(range === 'day' ? 'statistics.growth.hintLive' : 'statistics.growth.hint')}</p>
      </header>
      {query.data ? (
        <Charts steps={query.data} isStale={query.isPlaceholderData} />
      ) : query.isError ? (
        <NotLoaded error={query.error} onRetry={query.refetch} />
      ) : (
        <div className="statistics-charts" aria-busy="true">
          {[1, 2, 3, 4].map((one) => (
            <div key={one} className="skeleton" style={{ height: 320 }} />
          ))}
        </div>
      )}
    </section>
  )
}

/** Each with its definition. */
const charts = {
  users: 'growthUsers',
  spaces: 'growthSpaces',
  contents: 'contents',
  members: 'members',
  datasets: 'datasets',
  tables: 'tables',
  boards: 'boards',
  activity: 'activity',
  downloads: 'downloads',
} as const
type ChartName = keyof typeof charts
const NAMES = Object.keys(charts) as ChartName[]

function Charts({ steps, isStale }: { steps: Steps; isStale: boolean }) {
  const { t } = useTranslation()
  // Downloads are not counted by the hour.
  const isDaily = steps.every(({ downloads }) => downloads !== null)
  const days = useMemo(() => steps.map(({ from }) => from), [steps])
  const one = (figure: Figure): Series => ({
    key: figure,
    label: t(`statistics.growth.series.${figure}`),
    values: steps.map((step) => step[figure] ?? 0),
  })
  const types = SpaceType.options.map((type) => ({
    key: type,
    label: t(`home.types.${type}`),
    values: steps.map((step) => step[type]),
  }))
  const added = (series: readonly Series[]) =>
    ({ key: 'new', label: t('statistics.growth.new'), unit: 'count', series }) as const
  const total = (figure: Figure) =>
    ({
      key: 'total',
      label: t('statistics.growth.total'),
      unit: 'count',
      series: [one(figure)],
      isTotal: true,
    }) as const
  const alone = (figure: Figure) => [{ key: figure, label: '', unit: 'count', series: [one(figure)] }] as const
  const views: Record<ChartName, readonly ChartView[]> = {
    users: [added([one('users')]), total('usersTotal')],
    spaces: [added(types), total('spacesTotal')],
    contents: [
      { key: 'bytes', label: t('statistics.growth.size'), unit: 'bytes', series: [one('bytes')] },
      { key: 'files', label: t('statistics.growth.number'), unit: 'count', series: [one('files')] },
    ],
    members: [added([one('members')]), total('membersTotal')],
    datasets: [added([one('datasets')]), total('datasetsTotal')],
    tables: [added([one('tables')]), total('tablesTotal')],
    boards: [added([one('boards')]), total('boardsTotal')],
    activity: alone('activity'),
    downloads: alone('downloads'),
  }
  return (
    <div className="statistics-charts" aria-busy={isStale}>
      {NAMES.filter((name) => isDaily || name !== 'downloads').map((name) => (
        <StatisticsChart
          key={name}
          title={t(`statistics.growth.charts.${name}`)}
          definition={t(`statistics.definitions.${charts[name]}`)}
          days={days}
          views={views[name]}
        />
      ))}
    </div>
  )
}
