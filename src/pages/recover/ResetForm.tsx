import { useTranslation } from 'react-i18next'
import type { DataOf } from '#contract/core/operation.ts'
import type { PageData } from '#contract/pages/data.ts'
import type { registration } from '#contract/registration.ts'
import { leaveFor } from '../addresses.ts'
import { CaptchaField } from '../CaptchaField.tsx'
import { ClauseField, clauseProblem } from '../ClauseField.tsx'
import { Field } from '../Field.tsx'
import { FormCard } from '../FormCard.tsx'
import { differingPasswords, NewPasswordFields } from '../NewPasswordFields.tsx'
import { PersonFields, personFieldTexts } from '../PersonFields.tsx'
import { useCaptcha } from '../use-captcha.ts'
import { useForm } from '../use-form.ts'

type Props = { link: DataOf<typeof registration.checkReset>; code: string; data: PageData }

export function ResetForm({ link: { emailAccounts, name, org, isInvited, mustAgree }, code, data }: Props) {
  const { t } = useTranslation()
  const captcha = useCaptcha()
  const form = useForm({
    fields: {
      ...personFieldTexts(t),
      password: t('registration.password.invalid'),
      confirmPassword: t('registration.confirmPassword.invalid'),
      verificationCode: t('registration.verificationCode.invalid'),
      clause: t('registration.clause.needed'),
    },
    rules: (calls) => calls.registration.reset.input.shape,
    needed: ['name', 'org', 'confirmPassword'],
    also: (values) => ({
      ...differingPasswords(values),
      ...(mustAgree && clauseProblem(data, values, t('registration.clause.needed'))),
    }),
    async send(values, calls) {
      const { password = '', confirmPassword = '', captchaId = '', verificationCode = '' } = values
      await calls.ask(calls.registration.reset, {
        code,
        password,
        confirmPassword,
        captchaId,
        verificationCode,
        clause: values.clause,
        ...(isInvited && { name: values.name, org: values.org }),
      })
      await leaveFor('/login?note=passwordSet')
    },
    onRefused: () => void captcha.renew(captcha.kind),
  })
  return (
    <FormCard
      form={form}
      title={isInvited ? t('mailSteps.reset.invited') : t('mailSteps.reset.title')}
      lead={<p className="lead">{isInvited ? t('mailSteps.reset.invitedLead') : t('mailSteps.reset.lead')}</p>}
      submit={isInvited ? t('mailSteps.reset.submitInvited') : t('mailSteps.reset.submit')}
      busy={t('mailSteps.reset.submitting')}
    >
      <Field
        form={form}
        name="account"
        type="email"
        label={t('session.email')}
        autoComplete="username"
        value={emailAccounts}
        readOnly
      />
      {isInvited && <PersonFields form={form} name={name} org={org} />}
      <NewPasswordFields form={form} />
      <CaptchaField form={form} captcha={captcha} />
      {mustAgree && <ClauseField form={form} data={data} />}
      {isInvited && <p className="consent">{t('registration.consent', { notice: data.site.notice })}</p>}
    </FormCard>
  )
}
