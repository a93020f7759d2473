import { useTranslation } from 'react-i18next'
import { useWaitingApprovals } from '#providers/approvals.ts'
import { formatWaiting } from '../widgets/format.ts'

/** The number of pending approvals in the menu; renders nothing for zero. */
export function ApprovalCount() {
  const { t } = useTranslation()
  const count = useWaitingApprovals()
  if (!count) return null
  return (
    <span className="entry-count" title={t('common.waitingApprovals', { count })}>
      <span aria-hidden="true">{formatWaiting(count)}</span>
      <span className="sr-only">{t('common.waitingApprovals', { count })}</span>
    </span>
  )
}
