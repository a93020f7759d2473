import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { UserInfo } from '#contract/session.ts'
import { loadCalls } from './calls.ts'
import { useHydrated } from './use-hydrated.ts'

type Props = {
  user: UserInfo
  title: string
  level?: 'h1' | 'h2'
  /** The address for signing in with another account; absent if that is not offered. */
  toOther?: string
  /** A message shown first. */
  said?: string
  /** Where the person was before the session ended; the list of spaces otherwise. */
  onward?: string
}

/** Shown if somebody is already signed in: the user, a link into the console, and a link to use another account. */
export function SignedIn({ user, title, level: Title = 'h1', toOther, said, onward }: Props) {
  const { t } = useTranslation()
  const isAlive = useHydrated()
  const [isBusy, setBusy] = useState(false)
  async function change(to: string) {
    setBusy(true)
    const { signOutTo } = await loadCalls()
    await signOutTo(to)
  }
  return (
    <section className="card-form">
      <Title>{title}</Title>
      {said && (
        <div className="form-error" role="alert">
          {said}
        </div>
      )}
      <div className="who">
        <span className="avatar" aria-hidden="true">
          {user.avatar ? <img src={user.avatar} alt="" width="36" height="36" /> : [...user.name][0]}
        </span>
        <div>
          <strong>{t('session.signedInAs', { name: user.name })}</strong>
          <span>{user.emailAccounts}</span>
        </div>
      </div>
      <a className="btn primary" href={onward ?? '/space'}>
        {t(onward ? 'session.goOn' : 'session.enter')}
      </a>
      {toOther && (
        <div className="other-ways">
          <button type="button" className="btn" disabled={isBusy || !isAlive} onClick={() => void change(toOther)}>
            {t('session.otherAccount')}
          </button>
        </div>
      )}
    </section>
  )
}
