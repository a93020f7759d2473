import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type TrafficTopBy, traffic } from '#contract/traffic.ts'
import { call } from '#providers/call.ts'
import { formatBytes } from '../../widgets/format.ts'
import { NotLoaded } from '../../widgets/NotLoaded.tsx'
import { LinesSkeleton } from '../../widgets/Skeleton.tsx'
import { statisticsKey, type TrafficSpan } from './statistics-key.ts'

type Props = {
  by: TrafficTopBy
  span: TrafficSpan
  /** Looks at one of them alone. */
  onChoose?: (id: string) => void
}
const pageOf = { spaces: '/systemConfig/spaces?space=', people: '/systemConfig/users?user=' } as const

/** The ten spaces or people with the most bytes. */
export function TrafficTop({ by, span, onChoose }: Props) {
  const { t } = useTranslation()
  const query = useQuery({
    queryKey: statisticsKey.trafficTop(span, by),
    queryFn: () => call(traffic.top, { ...span, by }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  const most = Math.max(1, ...(query.data ?? []).map(({ inBytes, outBytes }) => inBytes + outBytes))
  return (
    <section className="statistics-top" aria-labelledby={`traffic-${by}`}>
      <header>
        <h2 id={`traffic-${by}`}>{t(`traffic.tops.${by}`)}</h2>
      </header>
      {query.data ? (
        <ol className="statistics-card num" aria-busy={query.isPlaceholderData}>
          {query.data.length === 0 && <li className="statistics-none">{t('statistics.growth.none')}</li>}
          {query.data.map(({ id, name, inBytes, outBytes }) => (
            <li key={id}>
              <span className="statistics-name">
                {name ? <Link to={`${pageOf[by]}${id}`}>{name}</Link> : t(`traffic.gone.${by}`)}
                {onChoose && (
                  <Button type="link" size="small" onClick={() => onChoose(id)}>
                    {t('traffic.only')}
                  </Button>
                )}
              </span>
              <span className="statistics-bar" aria-hidden="true">
                <i style={{ width: `${((inBytes + outBytes) / most) * 100}%` }} />
              </span>
              <b>{formatBytes(inBytes + outBytes)}</b>
            </li>
          ))}
        </ol>
      ) : query.isError ? (
        <NotLoaded error={query.error} onRetry={query.refetch} />
      ) : (
        <LinesSkeleton rows={8} />
      )}
    </section>
  )
}
