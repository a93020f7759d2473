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

/** Says that a mail was sent and to whom, what to do if it does not arrive, and offers to send another one. */
export function MailboxCard({ search, lead, send, toOther }: Props) {
  const { t } = useTranslation()
  const query = new URLSearchParams(search)
  const email = query.get('email') ?? ''
  return (
    <Card title={email ? t('mailSteps.mailbox.title') : t('mailSteps.mailbox.getMail')}>
      <p className="lead">{email ? lead(email) : t('mailSteps.mailbox.whichAddress')}</p>
      {email && <p className="quiet-note">{t('mailSteps.mailbox.hint')}</p>}
      <ResendForm email={email} sentAtMs={Number(query.get('at')) || 0} send={send} />
      <p className="form-links">
        {email && <a href={toOther}>{t('mailSteps.mailbox.otherAddress')}</a>}
        <a href="/login">{t('session.toLogin')}</a>
      </p>
    </Card>
  )
}
