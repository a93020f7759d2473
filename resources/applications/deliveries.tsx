import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { type Delivery, webhooks } from '#contract/webhooks.ts'
import { call } from '#providers/call.ts'
import { formatDateTime } from '../../src/widgets/format.ts'
import { Loaded } from '../../src/widgets/Loaded.tsx'

/** Latest deliveries that are shown, and how often they are asked for again while some wait; milliseconds. */
const SHOWN = 50
const AGAIN_MS = 3000
/** Why nothing was sent at all, by the refusal; any other one is that the receiver did not answer. */
const causes: Partial<Record<string, 'refused' | 'notGranted'>> = {
  outsideRefused: 'refused',
  apiNotGranted: 'notGranted',
}
const looks = { sent: 'good', waiting: 'warn', failed: 'bad' } as const

/** The latest deliveries to a webhook, with their results. */
export function Deliveries({ id }: { id: string }) {
  const { t, i18n } = useTranslation()
  const query = useQuery({
    queryKey: ['webhooks', id, 'deliveries'],
    queryFn: () => call(webhooks.deliveries, { id, size: SHOWN }, { quiet: true }),
    refetchInterval: ({ state }) => (state.data?.list.some((one) => one.state === 'waiting') ? AGAIN_MS : false),
  })
  // The shell shows a refusal.
  const resend = (delivery: string) =>
    call(webhooks.resend, { id, delivery }).then(
      () => query.refetch(),
      () => query.refetch(),
    )
  const reasonOf = ({ state, status, error }: Delivery) => {
    if (state === 'sent') return String(status)
    return error.startsWith('HTTP') ? error : error && t(`webhooks.causes.${causes[error] ?? 'unreached'}`)
  }
  return (
    <Loaded query={query}>
      {({ list }) =>
        list.length ? (
          <ul className="delivery-list num">
            {list.map((one) => (
              <li key={one.id}>
                <span className="record-two">
                  <code>{one.event}</code>
                  <small>{formatDateTime(one.createdAt, i18n.language)}</small>
                </span>
                <span>
                  <span className={`tag ${looks[one.state]}`}>{t(`webhooks.states.${one.state}`)}</span>{' '}
                  <small>{reasonOf(one)}</small>
                </span>
                <Button size="small" onClick={() => void resend(one.id)}>
                  {t('webhooks.resend')}
                </Button>
              </li>
            ))}
          </ul>
        ) : (
          <p className="applications-intro">{t('webhooks.noDeliveries')}</p>
        )
      }
    </Loaded>
  )
}
