import { CheckCircleFilled, CloseCircleFilled, MinusCircleOutlined } from '@ant-design/icons'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { account } from '#contract/account.ts'
import { PASSWORD_KINDS_MIN, PASSWORD_LENGTH } from '#contract/core/limits.ts'
import { NewPassword, PRINTABLE, passwordKinds, strengthOf } from '#contract/people.ts'
import { call } from '#providers/call.ts'

const TYPING_PAUSE_MS = 400
const steps = { weak: 1, middle: 2, strong: 3 } as const

/** Whether the server knows the password as a common one; null while it is not known. Asked after a pause in typing. */
function useIsCommon(password: string): boolean | null {
  const [known, setKnown] = useState<{ password: string; isCommon: boolean } | null>(null)
  useEffect(() => {
    if (!NewPassword.safeParse(password).success) return
    const ended = new AbortController()
    const ask = async () => {
      const answer = await call(account.checkPassword, { password }, { quiet: true, signal: ended.signal })
      setKnown({ password, isCommon: answer.isCommon })
    }
    // This is only advice while typing; the server refuses the change with the reason.
    const timer = setTimeout(() => void ask().catch(() => setKnown(null)), TYPING_PAUSE_MS)
    return () => {
      clearTimeout(timer)
      ended.abort()
    }
  }, [password])
  return known?.password === password ? known.isCommon : null
}

/** The strength of a password while it is typed, and the rules that it does not meet yet. */
export function PasswordMeter({ password }: { password: string }) {
  const { t } = useTranslation()
  const isCommon = useIsCommon(password)
  const strength = isCommon ? 'weak' : strengthOf(password)
  const isLong = password.length >= PASSWORD_LENGTH.min && password.length <= PASSWORD_LENGTH.max
  // A long passphrase is not weak: it is only too long here.
  const isTooLong = password.length > PASSWORD_LENGTH.max
  const rated = password && !isTooLong ? strength : null
  const rules = [
    { text: t('account.rule.length', PASSWORD_LENGTH), isMet: isLong },
    {
      text: t('account.rule.kinds', { count: PASSWORD_KINDS_MIN }),
      isMet: passwordKinds(password) >= PASSWORD_KINDS_MIN,
    },
    { text: t('account.rule.printable'), isMet: PRINTABLE.test(password) },
    { text: t('account.rule.uncommon'), isMet: isCommon === null ? null : !isCommon },
  ]
  return (
    <div className="password-meter" id="password-rules">
      <div className="bar" data-strength={rated ?? 'none'} aria-hidden="true">
        {[1, 2, 3].map((step) => (
          <i key={step} data-on={rated !== null && step <= steps[rated]} />
        ))}
      </div>
      <p aria-live="polite">
        {isTooLong ? t('account.strength.tooLong', PASSWORD_LENGTH) : t(`account.strength.${rated ?? 'none'}`)}
      </p>
      <ul>
        {rules.map(({ text, isMet }) => (
          <Rule key={text} text={text} isMet={password ? isMet : null} />
        ))}
      </ul>
    </div>
  )
}

function Rule({ text, isMet }: { text: string; isMet: boolean | null }) {
  const { t } = useTranslation()
  const state = isMet === null ? 'open' : isMet ? 'met' : 'broken'
  const icons = { open: <MinusCircleOutlined />, met: <CheckCircleFilled />, broken: <CloseCircleFilled /> }
  return (
    <li data-state={state}>
      <span aria-hidden="true">{icons[state]}</span>
      {text}
      <span className="sr-only">{t(`account.rule.${state}`)}</span>
    </li>
  )
}
