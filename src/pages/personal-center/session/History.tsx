import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { account, type SignInEvent } from '#contract/account.ts'
import { HISTORY_KEEP_DAYS } from '#contract/core/limits.ts'
import { byPages } from '#providers/by-pages.ts'
import { call } from '#providers/call.ts'
import { Empty } from '../../../widgets/Empty.tsx'
import { formatExact } from '../../../widgets/format.ts'
import { Loaded } from '../../../widgets/Loaded.tsx'
import { MoreButton } from '../../../widgets/MoreButton.tsx'
import { Section } from '../parts.tsx'
import { keys } from '../queries.ts'
import { useAgentText, useMethodText, useReasonText } from './use-words.ts'

/** Sign-ins and refusals, newest first. */
export function History() {
  const { t } = useTranslation()
  const query = useInfiniteQuery({
    queryKey: keys.history,
    ...byPages((after) => call(account.history, after, { quiet: true })),
    select: (data) => data.pages.flatMap((page) => page.list),
  })
  return (
    <Section title={t('account.parts.history')} hint={t('account.history.hint', { count: HISTORY_KEEP_DAYS })}>
      <Loaded query={query} rows={6}>
        {(events) => (events.length ? <Table events={events} /> : <Empty title={t('account.history.none')} />)}
      </Loaded>
      <div className="personal-more">
        <MoreButton query={query} label={t('account.history.more')} size="middle" />
      </div>
    </Section>
  )
}

function Table({ events }: { events: SignInEvent[] }) {
  const { t } = useTranslation()
  const columns = ['at', 'outcome', 'method', 'address', 'device'] as const
  return (
    <table className="personal-table">
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {t(`account.history.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {events.map((event) => (
          <Row key={event.id} event={event} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ event }: { event: SignInEvent }) {
  const { t, i18n } = useTranslation()
  const method = useMethodText()
  const reason = useReasonText()
  const agent = useAgentText()
  const isRefused = event.outcome === 'refused'
  return (
    <tr data-outcome={event.outcome}>
      <td className="num">
        <time dateTime={event.at}>{formatExact(event.at, i18n.language)}</time>
      </td>
      <td>
        <span className="outcome">{t(`account.history.outcomes.${event.outcome}`)}</span>
        {isRefused && <small>{reason(event.reason)}</small>}
      </td>
      <td data-label={t('account.history.method')}>{method(event.method)}</td>
      <td data-label={t('account.history.address')} className="num">
        {event.address}
      </td>
      <td data-label={t('account.history.device')}>{agent(event)}</td>
    </tr>
  )
}
