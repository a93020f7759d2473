import { useTranslation } from 'react-i18next'
import { FormCard } from '../FormCard.tsx'
import { PasswordField } from '../PasswordField.tsx'
import { useForm } from '../use-form.ts'

type Props = { code: string; onDone: (email: string) => void }

/** Asks for the password if the link is opened in another browser than the one that registered. */
export function ActivateByPassword({ code, onDone }: Props) {
  const { t } = useTranslation()
  const form = useForm({
    fields: { password: t('session.wrongCredentials') },
    rules: ({ registration }) => registration.activate.input.shape,
    needed: ['password'],
    async send({ password = '' }, { ask, registration }) {
      onDone((await ask(registration.activate, { code, password })).emailAccounts)
    },
  })
  return (
    <FormCard
      form={form}
      title={t('mailSteps.activation.title')}
      lead={<p className="lead">{t('registration.passwordNeeded')}</p>}
      submit={t('mailSteps.activation.submit')}
      busy={t('mailSteps.activation.submitting')}
    >
      <PasswordField form={form} name="password" label={t('session.password')} />
    </FormCard>
  )
}
