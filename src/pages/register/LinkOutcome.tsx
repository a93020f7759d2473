import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '../Card.tsx'
import type { Calls } from '../calls.ts'
import { useAnswer } from '../use-answer.ts'

type Props = {
  title: string
  /** Null if the address has no code, because the link was cut off. */
  question: ((calls: Calls) => Promise<{ emailAccounts: string }>) | null
  good: (email: string) => { title: string; lead: string; href: string; next: string }
  /** How to get a link that works. */
  again: { href: string; text: string }
  /** Shown if the link alone is not sufficient. */
  proof?: (onDone: (email: string) => void) => ReactNode
}

/** Uses the link of a mail once and shows the result. */
export function LinkOutcome({ title, question, good, again, proof }: Props) {
  const { t } = useTranslation()
  const { data, error, errors } = useAnswer(question)
  const [proved, setProved] = useState('')
  const email = data?.emailAccounts ?? proved
  if (email) {
    const { title: done, lead, href, next } = good(email)
    return (
      <Card title={done} isGood>
        <p className="lead" role="status">
          {lead}
        </p>
        <a className="btn primary" href={href}>
          {next}
        </a>
      </Card>
    )
  }
  if (question && error === undefined) return <Card title={title} isWaiting />
  if (error === 'passwordNeeded' && proof) return proof(setProved)
  // Without an answer, or after too many requests, the link may still be valid.
  const mayTryAgain = question !== null && error !== 'linkWrong' && error !== 'invalid'
  return (
    <Card title={title}>
      <p className="form-error" role="alert">
        {mayTryAgain ? errors[''] : t('registration.linkWrong')}
      </p>
      {mayTryAgain ? (
        <button type="button" className="btn primary" onClick={() => location.reload()}>
          {t('errors.retry')}
        </button>
      ) : (
        <a className="btn primary" href={again.href}>
          {again.text}
        </a>
      )}
      <p className="form-links">
        <a href="/login">{t('session.toLogin')}</a>
      </p>
    </Card>
  )
}
