import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { InstitutionInfo, PageData } from '#contract/pages/data.ts'
import { Card } from './Card.tsx'
import { ResendForm } from './ResendForm.tsx'

type Props = {
  search: string
  data: PageData
  /** The purpose of the mail, and how long its link works. */
  lead: (email: string) => ReactNode
  /** The same on a site that sends no mail: who can give out the link. */
  keptLead: (email: string) => ReactNode
  send: Parameters<typeof ResendForm>[0]['send']
  /** The page to enter another address. */
  toOther: string
}

/**
 * Says that an email was sent and to whom, what to do if it does not arrive, and offers to send another one. On a site
 * that sends no email, says who has the link.
 */
export function MailboxCard({ search, data, lead, keptLead, send, toOther }: Props) {
  const { t } = useTranslation()
  const query = new URLSearchParams(search)
  const email = query.get('email') ?? ''
  if (email && !data.sendsMail)
    return (
      <Card title={t('mailSteps.kept.title')}>
        <p className="lead">{keptLead(email)}</p>
        <Contact institution={data.institution} />
        <p className="form-links">
          <a href={toOther}>{t('mailSteps.mailbox.otherAddress')}</a>
          <a href="/login">{t('session.toLogin')}</a>
        </p>
      </Card>
    )
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

function Contact({ institution }: { institution: InstitutionInfo | null }) {
  const { t } = useTranslation()
  if (!institution?.email) return null
  return (
    <p className="quiet-note">
      {t('mailSteps.kept.contact')} <a href={`mailto:${institution.email}`}>{institution.email}</a>
    </p>
  )
}
