import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Space } from '#contract/spaces.ts'
import { CallFailure, sentenceOf } from '#providers/failures.ts'
import { formatExact } from '../../widgets/format.ts'
import { type Calls, loadCalls } from '../calls.ts'
import { useHydrated } from '../use-hydrated.ts'
import { useRequestNews } from '../use-request-news.ts'

type Joining = typeof import('#contract/joining.ts').joining
type Send = (calls: Calls, joining: Joining) => Promise<null>

export type Asked = { reason: string; askedAt: string }

/** The pending request: the one just sent, or the one stored when the page loaded. */
function useAsked({ id, joinState }: Space, sent: Asked | null): Asked | null {
  const [kept, setKept] = useState<Asked | null>(null)
  useEffect(() => {
    if (sent || joinState !== 'pending') return
    void Promise.all([loadCalls(), import('#contract/approvals.ts')])
      .then(([{ ask }, { approvals }]) => ask(approvals.mine, { state: 'pending' }))
      .then(({ list }) => setKept(list.find(({ kind, space }) => kind === 'join' && space.id === id) ?? null))
      // The request can be withdrawn without this data.
      .catch(() => undefined)
  }, [id, joinState, sent])
  return sent ?? kept
}

type Props = { space: Space; emailAccounts: string; sent: Asked | null; onWithdrawn: () => void }

/** A pending request: it can be withdrawn, or the owner can be reminded of it. */
export function Pending({ space, emailAccounts, sent, onWithdrawn }: Props) {
  const { t, i18n } = useTranslation()
  const asked = useAsked(space, sent)
  const isAlive = useHydrated()
  const [isBusy, setBusy] = useState(false)
  const [said, setSaid] = useState('')
  const isSending = useRef(false)
  const id = space.id
  useRequestNews(id, emailAccounts)

  async function send(run: Send, onDone: () => void): Promise<void> {
    if (isSending.current) return
    isSending.current = true
    setBusy(true)
    setSaid('')
    try {
      const [calls, { joining }] = await Promise.all([loadCalls(), import('#contract/joining.ts')])
      await run(calls, joining)
      onDone()
    } catch (failure) {
      // The request was answered meanwhile; a reload shows the result.
      if (failure instanceof CallFailure && failure.error === 'joinGone') location.reload()
      setSaid(sentenceOf(failure))
    } finally {
      isSending.current = false
      setBusy(false)
    }
  }
  const remind = () =>
    send(
      ({ ask }, joining) => ask(joining.remind, { id }),
      () => setSaid(t('spacePage.reminded')),
    )
  const withdraw = () => send(({ ask }, joining) => ask(joining.withdraw, { id }), onWithdrawn)
  return (
    <section className="card-form access-card" aria-busy={isBusy}>
      <h2>{t('spacePage.pending')}</h2>
      <p className="lead" role="status">
        {said || t('spacePage.pendingHint')}
      </p>
      {asked && (
        <p className="asked">
          {asked.reason}
          <small className="num">{t('spacePage.asked', { at: formatExact(asked.askedAt, i18n.language) })}</small>
        </p>
      )}
      <button type="button" className="btn" disabled={!isAlive || isBusy} onClick={() => void remind()}>
        {t('spacePage.remind')}
      </button>
      <button type="button" className="btn" disabled={!isAlive || isBusy} onClick={() => void withdraw()}>
        {t('spacePage.withdraw')}
      </button>
      <noscript>
        <p className="quiet-note">{t('session.needScript')}</p>
      </noscript>
    </section>
  )
}
