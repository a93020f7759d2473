import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BIND_CODE_MINUTES } from '#contract/core/limits.ts'
import { CallFailure } from '#providers/failures.ts'
import { arrive } from '../arrive.ts'
import { loadCalls } from '../calls.ts'
import { Field } from '../Field.tsx'
import { FormCard } from '../FormCard.tsx'
import { Who } from '../PendingStep.tsx'
import { errorsOf, useForm } from '../use-form.ts'
import { useMailWait } from '../use-mail-wait.ts'
import type { BindProps } from './bind-props.ts'

/** Binds by a code that is mailed to the account. */
export function ByMail(props: BindProps) {
  const [email, setEmail] = useState('')
  if (email) return <Code {...props} email={email} onBack={() => setEmail('')} />
  return <Address {...props} onSent={setEmail} />
}

function Address({ pending, onGone, sendsMail, others, onSent }: BindProps & { onSent: (email: string) => void }) {
  const { t } = useTranslation()
  const { leftSeconds, refused } = useMailWait()
  const form = useForm({
    fields: { emailAccounts: t('session.login.emailAccounts.invalid') },
    rules: ({ signIn }) => signIn.bindByMail.input.shape,
    async send({ emailAccounts = '' }, { ask, signIn }) {
      await ask(signIn.bindByMail, { emailAccounts })
      onSent(emailAccounts)
    },
    onRefused(failure) {
      if (failure.error === 'pendingGone') onGone()
      refused(failure)
    },
  })
  return (
    <FormCard
      form={{ ...form, isAlive: form.isAlive && leftSeconds === 0 }}
      title={t('signIn.bind.title')}
      lead={
        <>
          <Who pending={pending} />
          <p className="lead">{t(sendsMail ? 'signIn.bind.leadMail' : 'signIn.bind.leadKept')}</p>
        </>
      }
      submit={leftSeconds ? t('mailSteps.mailbox.againIn', { seconds: leftSeconds }) : t('signIn.bind.sendCode')}
      busy={t('registration.sending')}
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
    </FormCard>
  )
}

type CodeProps = BindProps & { email: string; onBack: () => void }

function Code({ pending, onSecond, onGone, sendsMail, email, onBack }: CodeProps) {
  const { t } = useTranslation()
  const form = useForm({
    fields: { code: t('signIn.bind.codeInvalid') },
    rules: ({ signIn }) => signIn.confirmBind.input.shape,
    async send({ code = '' }, { ask, signIn }) {
      const { user, ways } = await ask(signIn.confirmBind, { code })
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
          <p className="lead">
            {t(sendsMail ? 'signIn.bind.mailed' : 'signIn.bind.kept', { email, minutes: BIND_CODE_MINUTES })}
          </p>
        </>
      }
      submit={t('signIn.bind.submit')}
      busy={t('signIn.bind.busy')}
      after={
        <AnotherCode email={email} onGone={onGone} onBack={onBack} onFailed={(said) => form.setErrors({ '': said })} />
      }
    >
      <Field
        form={form}
        name="code"
        label={t('signIn.bind.code')}
        className="code num"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
      />
    </FormCard>
  )
}

type AnotherProps = Pick<CodeProps, 'email' | 'onGone' | 'onBack'> & { onFailed: (said: string) => void }

/** Requests another code after a waiting time, or returns to the address field. */
function AnotherCode({ email, onGone, onBack, onFailed }: AnotherProps) {
  const { t } = useTranslation()
  const [sentAtMs] = useState(Date.now)
  const { leftSeconds, sent, refused } = useMailWait(sentAtMs)
  const [isBusy, setBusy] = useState(false)
  async function again() {
    setBusy(true)
    try {
      const { ask, signIn } = await loadCalls()
      await ask(signIn.bindByMail, { emailAccounts: email })
      sent()
    } catch (failure) {
      if (failure instanceof CallFailure && failure.error === 'pendingGone') onGone()
      refused(failure)
      onFailed(errorsOf(failure)[''] ?? '')
    }
    setBusy(false)
  }
  return (
    <div className="other-ways">
      <button type="button" className="btn num" disabled={isBusy || leftSeconds > 0} onClick={() => void again()}>
        {leftSeconds ? t('mailSteps.mailbox.againIn', { seconds: leftSeconds }) : t('mailSteps.mailbox.again')}
      </button>
      <button type="button" className="btn ghost" onClick={onBack}>
        {t('mailSteps.mailbox.otherAddress')}
      </button>
    </div>
  )
}
