import { useTranslation } from 'react-i18next'
import { ACTIVATION_HOURS } from '#contract/core/limits.ts'
import { CardPage } from '../CardPage.tsx'
import { MailboxCard } from '../MailboxCard.tsx'
import type { PageProps } from '../page.ts'

/** After registering: the mail with the link that activates the account. */
export default function MailboxPage({ data, search }: PageProps) {
  const { t } = useTranslation()
  return (
    <CardPage data={data}>
      <MailboxCard
        search={search}
        data={data}
        lead={(email) => t('mailSteps.mailbox.activation', { email, hours: ACTIVATION_HOURS })}
        keptLead={(email) => t('mailSteps.kept.activation', { email, hours: ACTIVATION_HOURS })}
        send={({ ask, registration }, input) => ask(registration.resend, input)}
        toOther="/register"
      />
    </CardPage>
  )
}
