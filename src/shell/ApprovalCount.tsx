import { useTranslation } from 'react-i18next'
import { useWaitingApprovals } from '../../resources/approvals/cache.ts'

/** More than this is told as more. */
const SHOWN_MAX = 99

/** How many requests wait for an administrator, beside the entry of the menu; nothing when none does. */
export function ApprovalCount() {
  const { t } = useTranslation()
  const count = useWaitingApprovals()
  if (!count) return null
  return (
    <span className="entry-count" title={t('approvals.badge', { count })}>
      <span aria-hidden="true">{count > SHOWN_MAX ? `${SHOWN_MAX}+` : count}</span>
      <span className="sr-only">{t('approvals.badge', { count })}</span>
    </span>
  )
}
