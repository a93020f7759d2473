import { type MouseEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { forgetEverything } from '#providers/storage.ts'
import { leaveFor, pathWith } from '../addresses.ts'

type Props = { email: string; mine: string; code: string }

/** Shown if another account than the invited one is signed in; offers to switch. Without JavaScript it signs out. */
export function SwitchAccount({ email, mine, code }: Props) {
  const { t } = useTranslation()
  const [isLeaving, setLeaving] = useState(false)
  async function leave(event: MouseEvent): Promise<void> {
    event.preventDefault()
    if (isLeaving) return
    setLeaving(true)
    // The server's logout redirects to the home page; here the sign-in page follows instead.
    await fetch('/api/logout', { redirect: 'manual' })
    forgetEverything()
    await leaveFor(pathWith('/login', { callback: pathWith('/space-invitation', { code }) }))
  }
  return (
    <>
      <p className="form-error" role="status">
        {t('invitation.elsewhere', { email, mine })}
      </p>
      <div className="invitation-buttons">
        <a className="btn primary" href="/api/logout" aria-disabled={isLeaving} onClick={(event) => void leave(event)}>
          {t('invitation.otherAccount')}
        </a>
        <a className="btn" href="/space">
          {t('invitation.toSpaces')}
        </a>
      </div>
    </>
  )
}
