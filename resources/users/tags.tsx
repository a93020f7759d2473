import { useTranslation } from 'react-i18next'
import type { User } from '#contract/users.ts'

/** Tags for the state of an account, the most important first. */
export function StateTags({ user }: { user: User }) {
  const { t } = useTranslation()
  const isPlain = user.state === 'active' && !user.isDisabled && !user.isLocked
  return (
    <span className="user-tags">
      {user.isDisabled && <span className="tag bad">{t('users.statuses.disabled')}</span>}
      {user.isLocked && <span className="tag warn">{t('users.statuses.locked')}</span>}
      {user.state !== 'active' && (
        <span className="tag" title={t(`users.states.${user.state}`)}>
          {t('users.states.waiting')}
        </span>
      )}
      {isPlain && <span className="user-plain">{t('users.states.active')}</span>}
    </span>
  )
}

/** The avatar of an account: its picture or first letter, with a dot while the person is online. */
export function Face({ user, size = 28 }: { user: User; size?: number }) {
  const { t } = useTranslation()
  const style = { width: size, height: size, fontSize: size * 0.43 }
  return (
    <span className="user-face">
      <span className="avatar" style={style} aria-hidden="true">
        {user.avatar ? <img src={user.avatar} alt="" width={size} height={size} /> : [...user.name][0]}
      </span>
      {user.isOnline && <i title={t('users.online')} />}
      {user.isOnline && <span className="sr-only">{t('users.online')}</span>}
    </span>
  )
}
