import { ReloadOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { type HealthCheck, type HealthState, health } from '#contract/health.ts'
import { call } from '#providers/call.ts'
import { formatExact } from '../../widgets/format.ts'
import { NotLoaded } from '../../widgets/NotLoaded.tsx'
import { ListSkeleton } from '../../widgets/Skeleton.tsx'
import { Damaged } from './Damaged.tsx'
import { HealthRow } from './HealthRow.tsx'
import { Repaired } from './Repaired.tsx'
import './health.css'

const LOOK_MS = 15_000
/** Checks that need attention are listed first. */
const order: readonly HealthState[] = ['failing', 'weak', 'fine', 'unchecked']

/** The checks of everything that the site depends on, and damaged contents. */
export default function Health() {
  const { t, i18n } = useTranslation()
  const query = useQuery({
    queryKey: ['health', 'checks'],
    queryFn: ({ signal }) => call(health.show, {}, { quiet: true, signal }),
    refetchInterval: LOOK_MS,
  })
  const { data } = query
  if (!data)
    return query.isError ? (
      <NotLoaded title={t('health.loadFailed')} error={query.error} onRetry={query.refetch} />
    ) : (
      <div className="health-page">
        <ListSkeleton />
      </div>
    )
  const sorted = data.checks.toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state))
  const isDamaged = data.checks.some(({ key, state }) => key === 'fixity' && state === 'failing')
  return (
    <div className="health-page">
      <header>
        <Summary checks={data.checks} />
        <span className="num">{t('health.at', { at: formatExact(data.at, i18n.language) })}</span>
        <Button icon={<ReloadOutlined />} loading={query.isFetching} onClick={() => query.refetch()}>
          {t('health.again')}
        </Button>
      </header>
      {query.isError && <NotLoaded isInline error={query.error} onRetry={query.refetch} />}
      <ul className="health-checks" aria-label={t('health.title')}>
        {sorted.map((check) => (
          <HealthRow key={`${check.key} ${check.name}`} check={check} />
        ))}
      </ul>
      {isDamaged && <Damaged />}
      <Repaired />
    </div>
  )
}

function Summary({ checks }: { checks: readonly HealthCheck[] }) {
  const { t } = useTranslation()
  const count = (state: HealthState) => checks.filter((check) => check.state === state).length
  const [failing, weak] = [count('failing'), count('weak')]
  return (
    <strong role="status">
      {failing > 0 && <span data-state="failing">{t('health.summary.failing', { count: failing })}</span>}
      {weak > 0 && <span data-state="weak">{t('health.summary.weak', { count: weak })}</span>}
      {failing + weak === 0 && <span data-state="fine">{t('health.summary.fine')}</span>}
    </strong>
  )
}
