import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { spacePath } from '#contract/pages/paths.ts'
import { sentenceOf } from '#providers/failures.ts'
import { leaveFor } from '../addresses.ts'
import { loadCalls } from '../calls.ts'
import { useHydrated } from '../use-hydrated.ts'

type Choice = 'accept' | 'decline'

/** Buttons to accept and enter the space, or to decline. Each answer is sent once. */
export function Answer({ code, onDeclined }: { code: string; onDeclined: () => void }) {
  const { t } = useTranslation()
  const isAlive = useHydrated()
  const [busy, setBusy] = useState<Choice | null>(null)
  const [error, setError] = useState('')
  const isSending = useRef(false)

  async function send(choice: Choice): Promise<void> {
    const [{ ask }, { joining }] = await Promise.all([loadCalls(), import('#contract/joining.ts')])
    const { spaceId } = await ask(joining.respond, { code, isAccepted: choice === 'accept' })
    if (choice === 'accept') await leaveFor(spacePath(spaceId, 'filesManage'))
    else onDeclined()
  }
  async function answer(choice: Choice): Promise<void> {
    if (isSending.current) return
    isSending.current = true
    setBusy(choice)
    setError('')
    try {
      await send(choice)
    } catch (failure) {
      setError(sentenceOf(failure))
    } finally {
      isSending.current = false
      setBusy(null)
    }
  }
  return (
    <>
      {error && (
        <p className="form-error" role="alert">
          {error}
        </p>
      )}
      <div className="invitation-buttons">
        <button
          type="button"
          className="btn primary"
          disabled={!isAlive || busy !== null}
          onClick={() => void answer('accept')}
        >
          {t(busy === 'accept' ? 'invitation.accepting' : 'invitation.accept')}
        </button>
        <button
          type="button"
          className="btn"
          disabled={!isAlive || busy !== null}
          onClick={() => void answer('decline')}
        >
          {t('invitation.decline')}
        </button>
      </div>
      <noscript>
        <p className="quiet-note">{t('session.needScript')}</p>
      </noscript>
    </>
  )
}
