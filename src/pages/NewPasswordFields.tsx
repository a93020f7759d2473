import i18next from 'i18next'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PASSWORD_KINDS_MIN, PASSWORD_LENGTH } from '#contract/core/limits.ts'
import { type Calls, loadCalls } from './calls.ts'
import { PasswordField } from './PasswordField.tsx'
import type { Errors, FormState, Values } from './use-form.ts'
import './account.css'

/** The error if the two passwords differ; an empty second one is reported as missing instead. */
export const differingPasswords = ({ password, confirmPassword }: Values): Errors =>
  confirmPassword && password !== confirmPassword ? { confirmPassword: i18next.t('registration.passwordsDiffer') } : {}

/** A new password, typed twice, with its strength and the rules that it does not meet yet. */
export function NewPasswordFields({ form }: { form: FormState }) {
  const { t } = useTranslation()
  const [password, setPassword] = useState('')
  return (
    <>
      <PasswordField
        form={form}
        name="password"
        label={t('registration.password.label')}
        autoComplete="new-password"
        onInput={(event) => setPassword(event.currentTarget.value)}
        hint={<Strength password={password} />}
      />
      <PasswordField
        form={form}
        name="confirmPassword"
        label={t('registration.confirmPassword.label')}
        autoComplete="new-password"
      />
    </>
  )
}

const LEVELS = { weak: 1, middle: 2, strong: 3 } as const

function Strength({ password }: { password: string }) {
  const { t } = useTranslation()
  const [calls, setCalls] = useState<Calls>()
  useEffect(() => {
    // Without the script there is no meter; submitting the form reports the network failure.
    if (password && !calls) loadCalls().then(setCalls, () => {})
  }, [password, calls])
  if (!password || !calls)
    return <>{t('registration.passwordRule', { ...PASSWORD_LENGTH, kinds: PASSWORD_KINDS_MIN })}</>
  const strength = calls.strengthOf(password)
  const kinds = calls.passwordKinds(password)
  const isLong = password.length >= PASSWORD_LENGTH.min && password.length <= PASSWORD_LENGTH.max
  const hasKinds = kinds >= PASSWORD_KINDS_MIN
  // A long passphrase is not weak: it is only too long here.
  const isTooLong = password.length > PASSWORD_LENGTH.max
  return (
    <>
      {isTooLong ? (
        <span className="too-long" aria-live="polite">
          {t('registration.tooLong', PASSWORD_LENGTH)}
        </span>
      ) : (
        <span className={`strength ${strength}`}>
          {Object.values(LEVELS).map((level) => (
            <i key={level} className={level <= LEVELS[strength] ? 'on' : ''} />
          ))}
          <span aria-live="polite">{t(`registration.strength.${strength}`)}</span>
        </span>
      )}
      <ul className="rules">
        <Rule isKept={isLong}>{t('registration.ruleLength', PASSWORD_LENGTH)}</Rule>
        <Rule isKept={hasKinds}>{t('registration.ruleKinds', { kinds, needed: PASSWORD_KINDS_MIN })}</Rule>
        {isLong && hasKinds && strength === 'weak' && <Rule isKept={false}>{t('registration.rulePrintable')}</Rule>}
      </ul>
    </>
  )
}

function Rule({ isKept, children }: { isKept: boolean; children: string }) {
  const { t } = useTranslation()
  return (
    <li className={isKept ? 'kept' : ''}>
      <span className="sr-only">{isKept ? t('registration.kept') : t('registration.missing')}</span>
      {children}
    </li>
  )
}
