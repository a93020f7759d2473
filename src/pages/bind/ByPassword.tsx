import { useTranslation } from 'react-i18next'
import { arrive } from '../arrive.ts'
import { Field } from '../Field.tsx'
import { FormCard } from '../FormCard.tsx'
import { PasswordField } from '../PasswordField.tsx'
import { Who } from '../PendingStep.tsx'
import { useForm } from '../use-form.ts'
import type { BindProps } from './bind-props.ts'

/** Binds by the password of the account. */
export function ByPassword({ pending, onSecond, onGone, others }: BindProps) {
  const { t } = useTranslation()
  const form = useForm({
    fields: { emailAccounts: t('session.login.emailAccounts.invalid'), password: t('session.wrongCredentials') },
    rules: ({ signIn }) => signIn.bind.input.shape,
    async send({ emailAccounts = '', password = '' }, { ask, signIn }) {
      const { user, ways } = await ask(signIn.bind, { emailAccounts, password })
      if (user) await arrive(user)
      else onSecond(ways)
    },
    onRefused: ({ error }) => error === 'pendingGone' && onGone(),
  })
  return (
    <FormCard
      form={form}
      title={t('signIn.bind.title')}
      lead={
        <>
          <Who pending={pending} />
          <p className="lead">{t('signIn.bind.lead')}</p>
        </>
      }
      submit={t('signIn.bind.submit')}
      busy={t('signIn.bind.busy')}
      after={others}
    >
      <Field
        form={form}
        name="emailAccounts"
        type="email"
        label={t('signIn.bind.email')}
        autoComplete="username"
        defaultValue={pending.emailAccounts}
      />
      <PasswordField form={form} name="password" label={t('signIn.bind.password')} />
    </FormCard>
  )
}
