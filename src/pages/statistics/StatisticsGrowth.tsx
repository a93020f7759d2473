import { DownloadOutlined } from '@ant-design/icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Segmented } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BYTES_PER_GB, STATISTICS_AGE_MS } from '#contract/core/limits.ts'
import type { DataOf } from '#contract/core/operation.ts'
import { SpaceType } from '#contract/spaces.ts'
import { Range, statistics } from '#contract/statistics.ts'
import { addressOf } from '#providers/address.ts'
import { call } from '#providers/call.ts'
import { NotLoaded } from '../../widgets/NotLoaded.tsx'
import { ChartSkeleton } from '../../widgets/Skeleton.tsx'
import type { ChartView, Series } from './growth-spec.ts'
import { SpaceChoice, useChosenSpace } from './SpaceChoice.tsx'
import { StatisticsChart } from './StatisticsChart.tsx'
import { StatisticsForecast } from './StatisticsForecast.tsx'
import { type GrowthRange, statisticsKey } from './statistics-key.ts'

type Steps = DataOf<typeof statistics.growth>
type Figure = Exclude<keyof Steps[number], 'from' | 'private' | 'restricted' | 'public'>

/** The growth over time of users, spaces and what is in them, or of one space. */
export function StatisticsGrowth() {
  const { t } = useTranslation()
  const [range, setRange] = useState<GrowthRange>('month')
  const chosen = useChosenSpace()
  const { space } = chosen
  const wish = { range, ...chosen.wish }
  const query = useQuery({
    queryKey: statisticsKey.growth(wish),
    queryFn: () => call(statistics.growth, wish, { quiet: true }),
    placeholderData: keepPreviousData,
    refetchInterval: range === 'day' && STATISTICS_AGE_MS,
  })
  return (
    <section className="statistics-growth" aria-labelledby="growth-title">
      <header>
        <h2 id="growth-title">{t('statistics.growth.title')}</h2>
        <SpaceChoice chosen={chosen} />
        <Segmented<GrowthRange>
          value={range}
          onChange={setRange}
          aria-label={t('statistics.growth.range')}
          options={Range.options.map((value) => ({ value, label: t(`statistics.growth.ranges.${value}`) }))}
        />
        <Button icon={<DownloadOutlined />} href={addressOf(statistics.export, wish)} download>
          {t('statistics.export')}
        </Button>
        <p>{t(range === 'day' ? 'statistics.growth.hintLive' : 'statistics.growth.hint')}</p>
      </header>
      {space && (
        <StatisticsForecast
          of="space"
          spaceId={space.id}
          freeBytes={Math.max(0, space.size * BYTES_PER_GB - space.usedBytes)}
        />
      )}
      {query.data ? (
        <Charts steps={query.data} isStale={query.isPlaceholderData} />
      ) : query.isError ? (
        <NotLoaded error={query.error} onRetry={query.refetch} />
      ) : (
        <div className="statistics-charts" aria-busy="true">
          {[1, 2, 3, 4].map((one) => (
            <ChartSkeleton key={one} />
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
  // Downloads are not counted by the hour, and users and spaces not of one space.
  const isDaily = steps.every(({ downloads }) => downloads !== null)
  const isSite = steps.every(({ users }) => users !== null)
  const isShown = (name: ChartName) =>
    name === 'downloads' ? isDaily : isSite || (name !== 'users' && name !== 'spaces')
  const days = useMemo(() => steps.map(({ from }) => from), [steps])
  const one = (figure: Figure): Series => ({
    key: figure,
    label: t(`statistics.growth.series.${figure}`),
    values: steps.map((step) => step[figure] ?? 0),
  })
  const types = SpaceType.options.map((type) => ({
    key: type,
    label: t(`home.types.${type}`),
    values: steps.map((step) => step[type] ?? 0),
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
      {NAMES.filter(isShown).map((name) => (
        <StatisticsChart
          key={name}
          title={t(`statistics.growth.charts.${name}`)}
          definition={t(`statistics.definitions.${name === 'contents' && !isSite ? 'contentsOfSpace' : charts[name]}`)}
          days={days}
          views={views[name]}
        />
      ))}
    </div>
  )
}
