import { useTranslation } from 'react-i18next'
import { useWaitingApprovals } from '#providers/approvals.ts'
import { useWaitingReviews } from '#providers/reviews.ts'
import { formatWaiting } from '../widgets/format.ts'

/** The number of pending approvals in the menu. */
export function ApprovalCount() {
  const { t } = useTranslation()
  const count = useWaitingApprovals()
  return <EntryCount count={count} said={t('common.waitingApprovals', { count })} />
}

/** The number of publications in the menu that wait for the reader's review. */
export function ReviewCount() {
  const { t } = useTranslation()
  const count = useWaitingReviews()
  return <EntryCount count={count} said={t('common.waitingReviews', { count })} />
}

/** Renders nothing for zero. */
function EntryCount({ count, said }: { count: number; said: string }) {
  if (!count) return null
  return (
    <span className="entry-count" title={said}>
      <span aria-hidden="true">{formatWaiting(count)}</span>
      <span className="sr-only">{said}</span>
    </span>
  )
}
