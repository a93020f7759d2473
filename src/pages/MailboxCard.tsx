import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from './Card.tsx'
import { ResendForm } from './ResendForm.tsx'

type Props = {
  search: string
  /** What the mail is for, and how long its link works. */
  lead: (email: string) => ReactNode
  send: Parameters<typeof ResendForm>[0]['send']
  /** Where another address is given. */
  toOther: string
}

/** A mail is on its way: to whom, what if it does not come, and another one. */
export function MailboxCard({ search, lead, send, toOther }: Props) {
  const { t } = useTranslation()
  const query = new URLSearchParams(search)
  const email = query.get('email') ?? ''
  return (
    <Card title={email ? t('registration.mailbox.title') : t('registration.mailbox.getMail')}>
      <p className="lead">{email ? lead(email) : t('registration.mailbox.whichAddress')}</p>
      {email && <p className="quiet-note">{t('registration.mailbox.hint')}</p>}
      <ResendForm email={email} sentAtMs={Number(query.get('at')) || 0} send={send} />
      <p className="form-links">
        {email && <a href={toOther}>{t('registration.mailbox.otherAddress')}</a>}
        <a href="/login">{t('signIn.toLogin')}</a>
      </p>
    </Card>
  )
}
