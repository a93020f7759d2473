import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { leaveFor, pathWith } from './addresses.ts'
import { CaptchaField } from './CaptchaField.tsx'
import type { Calls } from './calls.ts'
import { Field } from './Field.tsx'
import { useCaptcha } from './use-captcha.ts'
import { useForm } from './use-form.ts'
import { useHydrated } from './use-hydrated.ts'
import { useMailWait } from './use-mail-wait.ts'
import './account.css'

type Asked = { emailAccounts: string; captchaId: string; verificationCode: string }
type Props = {
  /** '' if the address of the page contains none; then the form asks for it. */
  email: string
  /** When the previous mail was sent, in milliseconds since 1970; 0 if unknown. */
  sentAtMs: number
  send: (calls: Calls, input: Asked) => Promise<unknown>
}

/** Sends another mail to the same address, after a captcha and a minimum delay. */
export function ResendForm({ email, sentAtMs, send }: Props) {
  const { t } = useTranslation()
  const isAlive = useHydrated()
  const [isOpen, setOpen] = useState(!email)
  const [isSent, setSent] = useState(false)
  const { leftSeconds, sent, refused } = useMailWait(sentAtMs)
  async function onSent(emailAccounts: string) {
    if (!email) await leaveFor(pathWith(location.pathname, { email: emailAccounts, at: Date.now() }))
    setSent(true)
    setOpen(false)
    sent()
  }
  if (isOpen && !leftSeconds) return <OpenForm email={email} send={send} onSent={onSent} refused={refused} />
  return (
    <div className="resend">
      <p role="status">{isSent && t('mailSteps.mailbox.sentAgain')}</p>
      <button
        type="button"
        className="btn num"
        disabled={!isAlive || leftSeconds > 0}
        onClick={() => {
          setSent(false)
          setOpen(true)
        }}
      >
        {leftSeconds ? t('mailSteps.mailbox.againIn', { seconds: leftSeconds }) : t('mailSteps.mailbox.again')}
      </button>
    </div>
  )
}

type OpenProps = Pick<Props, 'email' | 'send'> & {
  onSent: (email: string) => Promise<void>
  refused: (failure: unknown) => void
}

function OpenForm({ email, send, onSent, refused }: OpenProps) {
  const { t } = useTranslation()
  const captcha = useCaptcha(email !== '')
  const form = useForm({
    fields: {
      verificationCode: t('registration.verificationCode.invalid'),
      ...(!email && { emailAccounts: t('session.login.emailAccounts.invalid') }),
    },
    rules: ({ registration }) => registration.resend.input.shape,
    async send({ emailAccounts = email, captchaId = '', verificationCode = '' }, calls) {
      await send(calls, { emailAccounts, captchaId, verificationCode })
      await onSent(emailAccounts)
    },
    onRefused(failure) {
      refused(failure)
      void captcha.renew(captcha.kind)
    },
  })
  return (
    <form className="resend" {...form.props}>
      {form.errors[''] && (
        <div className="form-error" role="alert">
          {form.errors['']}
        </div>
      )}
      {!email && (
        <Field form={form} name="emailAccounts" type="email" label={t('session.email')} autoComplete="username" />
      )}
      <CaptchaField form={form} captcha={captcha} autoFocus={email !== ''} />
      <button type="submit" className="btn primary" disabled={form.isBusy || !form.isAlive}>
        {form.isBusy ? t('registration.sending') : t('mailSteps.recover.submit')}
      </button>
    </form>
  )
}
