import { useTranslation } from 'react-i18next'
import { leaveFor, pathWith } from '../addresses.ts'
import { CaptchaField } from '../CaptchaField.tsx'
import { CardPage } from '../CardPage.tsx'
import { Field } from '../Field.tsx'
import { FormCard } from '../FormCard.tsx'
import type { PageProps } from '../page.ts'
import { useCaptcha } from '../use-captcha.ts'
import { useForm } from '../use-form.ts'

function leadOf({ isPasswordOn, sendsMail }: PageProps['data']) {
  if (!isPasswordOn) return 'session.passwordSignInOff'
  return sendsMail ? 'mailSteps.recover.lead' : 'mailSteps.kept.recoverLead'
}

/** Asks for a link to set a new password. */
export default function RetrievePage({ data }: PageProps) {
  const { t } = useTranslation()
  const captcha = useCaptcha()
  const toLogin = (
    <a className="btn primary" href="/login">
      {t('session.toLogin')}
    </a>
  )
  const form = useForm({
    fields: {
      emailAccounts: t('session.login.emailAccounts.invalid'),
      verificationCode: t('registration.verificationCode.invalid'),
    },
    rules: ({ registration }) => registration.requestReset.input.shape,
    async send({ emailAccounts = '', captchaId = '', verificationCode = '' }, { ask, registration }) {
      await ask(registration.requestReset, { emailAccounts, captchaId, verificationCode })
      await leaveFor(pathWith('/validate-email', { email: emailAccounts, at: Date.now() }))
    },
    onRefused: () => void captcha.renew(captcha.kind),
  })
  return (
    <CardPage data={data}>
      <FormCard
        form={form}
        title={t('mailSteps.recover.title')}
        lead={<p className="lead">{t(leadOf(data))}</p>}
        fold={data.isPasswordOn ? undefined : { word: t('mailSteps.recover.administrators'), above: toLogin }}
        submit={t(data.sendsMail ? 'mailSteps.recover.submit' : 'mailSteps.kept.submit')}
        busy={t('registration.sending')}
        after={
          data.isPasswordOn && (
            <p className="form-links">
              <a href="/login">{t('session.toLogin')}</a>
            </p>
          )
        }
      >
        <Field form={form} name="emailAccounts" type="email" label={t('session.email')} autoComplete="username" />
        <CaptchaField form={form} captcha={captcha} />
      </FormCard>
    </CardPage>
  )
}
