import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { User } from '#contract/users.ts'
import { formatDateTime } from '../../src/widgets/format.ts'
import { Face, StateTags } from './tags.tsx'

/** An account as a card, for screens too narrow for rows. */
export function UserCard({ user, path }: { user: User; path: { search: string } }) {
  const { t, i18n } = useTranslation()
  return (
    <div className="user-card">
      <Face user={user} size={32} />
      <div>
        <Link className="records-open" to={path} state={{ isLayer: true }}>
          {user.name}
        </Link>
        <small>{user.emailAccounts}</small>
        <p className="num">
          <span>{t(`shell.roles.${user.role}`)}</span>
          <StateTags user={user} />
          {user.ownedSpaces > 0 && <span>{t('users.ownedCount', { count: user.ownedSpaces })}</span>}
          {user.lastSignInAt && (
            <span>{t('users.seen', { at: formatDateTime(user.lastSignInAt, i18n.language) })}</span>
          )}
        </p>
      </div>
    </div>
  )
}
