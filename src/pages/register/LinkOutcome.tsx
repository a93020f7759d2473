import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '../Card.tsx'
import type { Calls } from '../calls.ts'
import { useAnswer } from '../use-answer.ts'

type Props = {
  title: string
  /** Null when the address carries no code: then the link was cut on its way. */
  question: ((calls: Calls) => Promise<{ emailAccounts: string }>) | null
  good: (email: string) => { title: string; lead: string; href: string; next: string }
  /** How to get a link that works. */
  again: { href: string; text: string }
  /** What is asked when the link alone does not do. */
  proof?: (onDone: (email: string) => void) => ReactNode
}

/** Follows a link of a mail, once, and says what came of it. */
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
  // Nobody answered, or too much was asked: the link may still be good.
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
