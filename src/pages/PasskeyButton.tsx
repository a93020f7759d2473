import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { UserInfo } from '#contract/session.ts'
import { CallFailure, NetworkFailure } from '#providers/failures.ts'
import { arrive } from './arrive.ts'
import { loadCalls } from './calls.ts'
import { errorsOf } from './use-form.ts'
import { useHydrated } from './use-hydrated.ts'

/**
 * Passkeys require a secure connection. Until the script runs the button is shown, because most browsers support them.
 */
export function useHasPasskeys(): boolean {
  const [has, setHas] = useState(true)
  useEffect(() => setHas('PublicKeyCredential' in window), [])
  return has
}

type Props = {
  isPrimary?: boolean
  /** Another sign-in of the same card is in progress. */
  isWaiting?: boolean
  /** Receives the message, and the refusal's name if the server refused. */
  onFailed: (said: string, error: string) => void
}

async function signInByPasskey(): Promise<UserInfo | null> {
  const [{ ask, signIn }, { startAuthentication }] = await Promise.all([loadCalls(), import('@simplewebauthn/browser')])
  const optionsJSON = (await ask(signIn.passkeyOptions, {})) as Parameters<typeof startAuthentication>[0]['optionsJSON']
  const response = await startAuthentication({ optionsJSON })
  const { user } = await ask(signIn.passkey, { response: { ...response } })
  return user
}

/** Signs in, or completes the second step, with a passkey; hidden if the browser does not support passkeys. */
export function PasskeyButton({ isPrimary, isWaiting, onFailed }: Props) {
  const { t } = useTranslation()
  const hasPasskeys = useHasPasskeys()
  const isAlive = useHydrated()
  const [isBusy, setBusy] = useState(false)
  const isAsking = useRef(false)
  if (!hasPasskeys) return null

  async function begin() {
    if (isAsking.current) return
    isAsking.current = true
    setBusy(true)
    onFailed('', '')
    try {
      const user = await signInByPasskey()
      if (user) await arrive(user)
    } catch (failure) {
      const isOurs = failure instanceof CallFailure || failure instanceof NetworkFailure
      // The browser reports all failures alike, so that pages can't find out which keys exist.
      onFailed(
        isOurs ? (errorsOf(failure)[''] ?? '') : t('signIn.passkey.stopped'),
        failure instanceof CallFailure ? failure.error : '',
      )
    }
    isAsking.current = false
    setBusy(false)
  }
  return (
    <button
      type="button"
      className={isPrimary ? 'btn primary passkey' : 'btn passkey'}
      disabled={isBusy || isWaiting || !isAlive}
      onClick={() => void begin()}
    >
      <svg width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="1.4" aria-hidden>
        <circle cx="5.5" cy="6" r="3.5" />
        <path d="M8.5 8 14 13.5V15h-2v-2h-1.8" strokeLinejoin="round" />
      </svg>
      {isBusy ? t('signIn.passkey.waiting') : isPrimary ? t('signIn.passkey.verify') : t('signIn.passkey.button')}
    </button>
  )
}
