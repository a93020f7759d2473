import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SecondWay } from '#contract/session.ts'
import { arrive } from './arrive.ts'
import { Field } from './Field.tsx'
import { FormCard } from './FormCard.tsx'
import { PasskeyButton, useHasPasskeys } from './PasskeyButton.tsx'
import { SECOND_WAYS } from './second-ways.ts'
import { useForm } from './use-form.ts'

type Props = {
  ways: readonly SecondWay[]
  /** Called when sign-in must start again, with an optional message. */
  onOver: (said?: string) => void
  level?: 'h1' | 'h2'
}

/** The second step in the sign-in card; the most common of the user's methods is shown first. */
export function SecondStep({ ways, ...rest }: Props) {
  const { t } = useTranslation()
  const offered = SECOND_WAYS.filter((one) => ways.includes(one))
  const [way, setWay] = useState<SecondWay>(offered[0] ?? 'recovery')
  const others = (
    <div className="other-ways">
      {offered
        .filter((one) => one !== way)
        .map((one) => (
          <button type="button" key={one} className="btn" onClick={() => setWay(one)}>
            {t(`signIn.second.to.${one}`)}
          </button>
        ))}
      <button type="button" className="btn ghost" onClick={() => rest.onOver()}>
        {t('signIn.second.back')}
      </button>
    </div>
  )
  if (way === 'passkey') return <ByPasskey {...rest}>{others}</ByPasskey>
  return (
    <ByCode key={way} way={way} {...rest}>
      {others}
    </ByCode>
  )
}

/** Refusals after which another code may be tried; any other one ends the sign-in. */
const STAYS = new Set(['codeWrong', 'invalid', 'tooManyRequests', 'busy', 'unknown'])

type Way = Omit<Props, 'ways'> & { children: ReactNode }

function ByCode({ way, onOver, level, children }: Way & { way: 'totp' | 'recovery' }) {
  const { t } = useTranslation()
  const form = useForm({
    fields: { code: t(`signIn.second.invalid.${way}`) },
    rules: ({ signIn }) => signIn.second.input.shape,
    async send({ code = '' }, { ask, signIn }) {
      const { user } = await ask(signIn.second, { way, code })
      if (user) await arrive(user)
    },
    onRefused: ({ error, message }) => !STAYS.has(error) && onOver(message),
  })
  return (
    <FormCard
      form={form}
      level={level}
      title={t('signIn.second.title')}
      lead={<p className="lead">{t(`signIn.second.lead.${way}`)}</p>}
      submit={t('signIn.second.submit')}
      busy={t('signIn.second.busy')}
      after={children}
    >
      <Field
        form={form}
        name="code"
        label={t(`signIn.second.label.${way}`)}
        className="code num"
        inputMode={way === 'totp' ? 'numeric' : 'text'}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
      />
    </FormCard>
  )
}

function ByPasskey({ onOver, level: Title = 'h1', children }: Way) {
  const { t } = useTranslation()
  const hasPasskeys = useHasPasskeys()
  const [said, setSaid] = useState('')
  return (
    <section className="card-form">
      <Title>{t('signIn.second.title')}</Title>
      <p className="lead">{hasPasskeys ? t('signIn.second.lead.passkey') : t('signIn.passkey.none')}</p>
      {said && (
        <div className="form-error" role="alert">
          {said}
        </div>
      )}
      <PasskeyButton isPrimary onFailed={(text, error) => (error === 'secondGone' ? onOver(text) : setSaid(text))} />
      {children}
    </section>
  )
}
