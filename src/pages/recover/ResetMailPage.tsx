import { useTranslation } from 'react-i18next'
import { RESET_HOURS } from '#contract/core/limits.ts'
import { CardPage } from '../CardPage.tsx'
import { MailboxCard } from '../MailboxCard.tsx'
import type { PageProps } from '../page.ts'

/** After asking for a new password: says the same whether the address is known or not. */
export default function ResetMailPage({ data, search }: PageProps) {
  const { t } = useTranslation()
  return (
    <CardPage data={data}>
      <MailboxCard
        search={search}
        data={data}
        lead={(email) => t('mailSteps.mailbox.reset', { email, hours: RESET_HOURS })}
        keptLead={(email) => t('mailSteps.kept.reset', { email, hours: RESET_HOURS })}
        send={({ ask, registration }, input) => ask(registration.requestReset, input)}
        toOther="/retrieve-password"
      />
    </CardPage>
  )
}
