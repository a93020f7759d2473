import { StopOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { can } from '#contract/core/policy.ts'
import type { Space } from '#contract/spaces.ts'
import { actorOf, useUser } from '#providers/session.ts'
import { Leave } from './member-row.tsx'

/** What it means that a space is offline, why, for those whom it is told, whom to ask, and the way out of it. */
export default function OfflineNotice({ space }: { space: Space }) {
  const { t } = useTranslation()
  const user = useUser()
  const { reason } = space
  // Whoever sees the members leaves from there.
  const mayLeave = space.myRole !== null && !can(actorOf(user), 'member.list', space)
  return (
    <div className="offline-notice" role="note">
      <StopOutlined aria-hidden="true" />
      <div>
        <b>{t('spaces.offline.title')}</b>
        {reason && <p>{t('spaces.offline.reason', { reason })}</p>}
        <p>{t('spaces.offline.means')}</p>
        {user && mayLeave && <Leave space={space} personId={user.userId} />}
      </div>
    </div>
  )
}
