import { DownloadOutlined } from '@ant-design/icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { TrafficRange, traffic } from '#contract/traffic.ts'
import { addressOf } from '#providers/address.ts'
import { call } from '#providers/call.ts'
import { DayField } from '../../widgets/DayField.tsx'
import { NotLoaded } from '../../widgets/NotLoaded.tsx'
import { ChartSkeleton } from '../../widgets/Skeleton.tsx'
import { type ChosenSpace, SpaceChoice, useChosenSpace } from './SpaceChoice.tsx'
import { statisticsKey, type TrafficSpan } from './statistics-key.ts'
import { TrafficChannels } from './TrafficChannels.tsx'
import { TrafficChart } from './TrafficChart.tsx'
import { TrafficLive } from './TrafficLive.tsx'
import { TrafficTop } from './TrafficTop.tsx'
import './statistics.css'

const views = ['live', ...TrafficRange.options, 'days'] as const
type View = (typeof views)[number]

/** The traffic of each channel: live, and by hour, day or month. */
export default function Traffic() {
  const { t } = useTranslation()
  const [address, setAddress] = useSearchParams()
  const chosen = useChosenSpace()
  const view = views.find((one) => one === address.get('range')) ?? 'week'
  const [from, to] = [address.get('from') ?? undefined, address.get('to') ?? undefined]
  const show = (next: Record<string, string | undefined>) =>
    setAddress((before) => {
      for (const [key, value] of Object.entries(next)) {
        if (value) before.set(key, value)
        else before.delete(key)
      }
      return before
    })
  const span: TrafficSpan = view === 'days' || view === 'live' ? { from, to } : { range: view }
  return (
    <div className="statistics">
      <div className="traffic-head">
        <div className="statistics-scroll">
          <Segmented<View>
            value={view}
            onChange={(range) => show({ range, from: undefined, to: undefined })}
            aria-label={t('statistics.growth.range')}
            options={views.map((value) => ({ value, label: t(`traffic.ranges.${value}`) }))}
          />
        </div>
        {view === 'days' && (
          <div className="traffic-days">
            <DayField
              label={t('traffic.from')}
              day={from ?? null}
              {...(to && { max: to })}
              onChange={(day) => show({ from: day })}
            />
            <DayField
              label={t('traffic.to')}
              day={to ?? null}
              {...(from && { min: from })}
              onChange={(day) => show({ to: day })}
            />
          </div>
        )}
        {view !== 'live' && <SpaceChoice chosen={chosen} />}
        {view !== 'live' && (
          <Button icon={<DownloadOutlined />} href={addressOf(traffic.export, { ...span, ...chosen.wish })} download>
            {t('traffic.export')}
          </Button>
        )}
      </div>
      {view === 'live' ? <TrafficLive /> : <TrafficSpanned span={span} chosen={chosen} />}
    </div>
  )
}

type SpannedProps = { span: TrafficSpan; chosen: ChosenSpace }

function TrafficSpanned({ span, chosen }: SpannedProps) {
  const { t } = useTranslation()
  const wish = { ...span, ...chosen.wish }
  const query = useQuery({
    queryKey: statisticsKey.traffic(wish),
    queryFn: () => call(traffic.show, wish, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  if (!query.data)
    return query.isError ? (
      <NotLoaded error={query.error} onRetry={query.refetch} />
    ) : (
      <div className="statistics-charts" aria-busy="true">
        {[1, 2].map((one) => (
          <ChartSkeleton key={one} />
        ))}
      </div>
    )
  return (
    <>
      <p className="statistics-note">{t('traffic.hint')}</p>
      <div className="statistics-charts" aria-busy={query.isPlaceholderData}>
        <TrafficChart steps={query.data.steps} />
      </div>
      <TrafficChannels total={query.data.total} />
      <div className="traffic-tops">
        <TrafficTop by="spaces" span={span} onChoose={chosen.choose} />
        <TrafficTop by="people" span={span} />
      </div>
    </>
  )
}
