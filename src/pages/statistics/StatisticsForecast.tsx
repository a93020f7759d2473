import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { statistics } from '#contract/statistics.ts'
import { call } from '#providers/call.ts'
import { formatBytes, formatDay } from '../../widgets/format.ts'
import { Definition } from './Definition.tsx'
import { dayAfter, FORECAST_CONFIDENCE, forecastOf } from './statistics-forecast.ts'
import { statisticsKey } from './statistics-key.ts'

/** A disk or space that will be full within this many days gets a warning (our choice). */
const SOON_DAYS = 60

type Props = { of: 'disk' | 'space'; freeBytes: number; spaceId?: string }

/** How long the disk, or the capacity of a space, will last, if the last month allows a forecast. */
export function StatisticsForecast({ of, freeBytes, spaceId }: Props) {
  const { t, i18n } = useTranslation()
  const wish = { range: 'month', ...(spaceId && { spaceId }) } as const
  const { data } = useQuery({
    queryKey: statisticsKey.growth(wish),
    queryFn: () => call(statistics.growth, wish, { quiet: true }),
  })
  const forecast = data && forecastOf(data, freeBytes)
  if (!forecast) return null
  const { basis, bytesADay, days } = forecast
  const dayOf = (count: number) => formatDay(dayAfter(count, new Date()), i18n.language)
  const range = {
    least: formatBytes(bytesADay.least),
    most: formatBytes(bytesADay.most),
    earliest: dayOf(days.earliest),
  }
  const latest = days.latest === null ? t('statistics.forecast.unsure') : dayOf(days.latest)
  return (
    <div className="statistics-note" data-warning={days.earliest <= SOON_DAYS}>
      <p>
        {t(`statistics.forecast.${of}.sentence`, { speed: formatBytes(bytesADay.mean), day: dayOf(days.mean) })}{' '}
        <Definition of={t(`statistics.forecast.${of}.day`)}>
          {t('statistics.forecast.method', { count: basis, confidence: FORECAST_CONFIDENCE })}{' '}
          {t(`statistics.forecast.${of}.without`)}
        </Definition>
      </p>
      <p>{t('statistics.forecast.range', { ...range, latest, confidence: FORECAST_CONFIDENCE })}</p>
    </div>
  )
}
