import { type MouseEventHandler, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PageData } from '#contract/pages/data.ts'
import { leaveFor, nextStep, pathWith } from '../addresses.ts'
import { CaptchaField } from '../CaptchaField.tsx'
import { ClauseField, clauseProblem } from '../ClauseField.tsx'
import { Field } from '../Field.tsx'
import { FormCard } from '../FormCard.tsx'
import { differingPasswords, NewPasswordFields } from '../NewPasswordFields.tsx'
import { PersonFields, personFieldTexts } from '../PersonFields.tsx'
import { useAnswer } from '../use-answer.ts'
import { useCaptcha } from '../use-captcha.ts'
import { useForm, type Values } from '../use-form.ts'

type Props = {
  data: PageData
  /** The invitation code in the page's address, '' if there is none. */
  code: string
  search: string
  level?: 'h1' | 'h2'
  isFocused?: boolean
  /** Called when sign-in should be shown in the same card. */
  onLogin?: MouseEventHandler
}

/** The registration form of `/register` and of the home page. */
export function RegisterForm({ data, code, search, level, isFocused, onLogin }: Props) {
  const { t } = useTranslation()
  const captcha = useCaptcha()
  const [asksCode, setAsksCode] = useState(data.registration.needsInvitation || code !== '')
  const form = useForm({
    fields: {
      code: t('registration.code.invalid'),
      emailAccounts: t('session.login.emailAccounts.invalid'),
      ...personFieldTexts(t),
      password: t('registration.password.invalid'),
      confirmPassword: t('registration.confirmPassword.invalid'),
      verificationCode: t('registration.verificationCode.invalid'),
      clause: t('registration.clause.needed'),
    },
    rules: ({ registration }) => registration.register.input.shape,
    needed: data.registration.needsInvitation ? ['code', 'confirmPassword'] : ['confirmPassword'],
    also: (values) => ({
      ...differingPasswords(values),
      ...clauseProblem(data, values, t('registration.clause.needed')),
    }),
    async send(values, { ask, registration }) {
      const { state } = await ask(registration.register, inputOf(values))
      await leaveFor(
        state === 'active'
          ? '/validate-success?state=active'
          : pathWith('/validate-register-email', { email: values.emailAccounts, at: Date.now() }),
      )
    },
    onRefused({ error }) {
      if (error === 'invitationWrong') setAsksCode(true)
      void captcha.renew(captcha.kind)
    },
  })
  const invited = useInvitation(code, (said) => form.setErrors({ code: said }))
  return (
    <FormCard
      form={form}
      level={level}
      title={t('registration.title')}
      submit={t('registration.submit')}
      busy={t('registration.submitting')}
      after={
        <p className="form-links">
          <span>
            {t('registration.hasAccount')}{' '}
            <a href={nextStep('/login', search)} onClick={onLogin}>
              {t('session.title')}
            </a>
          </span>
        </p>
      }
    >
      {asksCode && (
        <Field
          form={form}
          name="code"
          label={t('registration.code.label')}
          defaultValue={code}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
      <Field
        key={invited}
        form={form}
        name="emailAccounts"
        type="email"
        label={t('session.email')}
        autoComplete="username"
        defaultValue={invited}
        readOnly={invited !== ''}
        hint={invited && t('registration.invitedOnly')}
        autoFocus={isFocused}
      />
      <PersonFields form={form} />
      <NewPasswordFields form={form} />
      <CaptchaField form={form} captcha={captcha} />
      <ClauseField form={form} data={data} />
      <p className="consent">{t('registration.consent', { notice: data.site.notice })}</p>
    </FormCard>
  )
}

/** The form's values as the operation's input. */
const inputOf = (values: Values) => ({
  emailAccounts: values.emailAccounts ?? '',
  name: values.name ?? '',
  org: values.org ?? '',
  password: values.password ?? '',
  confirmPassword: values.confirmPassword ?? '',
  captchaId: values.captchaId ?? '',
  verificationCode: values.verificationCode ?? '',
  code: values.code || undefined,
  clause: values.clause,
})

/** The address that an invitation is for; '' if it is for anybody, or invalid. */
function useInvitation(code: string, onWrong: (said: string) => void): string {
  const { data, error, errors } = useAnswer(
    code ? ({ ask, registration }) => ask(registration.invitation, { code }) : null,
  )
  const reportWrong = useRef(onWrong)
  reportWrong.current = onWrong
  const said = error === undefined ? '' : (errors[''] ?? '')
  useEffect(() => {
    if (said) reportWrong.current(said)
  }, [said])
  return data?.emailAccounts ?? ''
}
