import { type MouseEventHandler, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PageData } from '#contract/pages/data.ts'
import type { SecondWay } from '#contract/session.ts'
import { nextStep } from './addresses.ts'
import { arrive } from './arrive.ts'
import { Field } from './Field.tsx'
import { FormCard } from './FormCard.tsx'
import { PasskeyButton, useHasPasskeys } from './PasskeyButton.tsx'
import { PasswordField } from './PasswordField.tsx'
import { part } from './part.tsx'
import { SECOND_WAYS } from './second-ways.ts'
import { useForm } from './use-form.ts'
import { useProblem } from './use-problem.ts'

type Props = {
  data: PageData
  search?: string
  level?: 'h1' | 'h2'
  isFocused?: boolean
  /** Called when registration should be shown in the same card. */
  onRegister?: MouseEventHandler
}

const SecondStep = part(async () => (await import('./SecondStep.tsx')).SecondStep)
const OutsideMethods = part(async () => (await import('./OutsideMethods.tsx')).OutsideMethods)
export const ready = () => Promise.all([SecondStep.ready(), OutsideMethods.ready()])

/** The second-step methods in the address, after an external sign-in. */
function waysOf(query: URLSearchParams): readonly SecondWay[] {
  const asked = query.get('second') === '1' ? (query.get('ways') ?? '').split(',') : []
  return SECOND_WAYS.filter((way) => asked.includes(way))
}

/** Sign-in with all its methods, and the second step in the same card. */
export function LoginForm({ data, search = '', level, isFocused, onRegister }: Props) {
  const query = new URLSearchParams(search)
  const [ways, setWays] = useState(() => waysOf(query))
  const [said, setSaid] = useState(useProblem(query, data.methods))
  const [email, setEmail] = useState('')
  const beginAnew = (text = '') => {
    // Removes the second step from the address when it is over.
    if (query.has('second')) history.replaceState(null, '', nextStep(location.pathname, search))
    setSaid(text)
    setWays([])
  }
  if (ways.length) return <SecondStep ways={ways} onOver={beginAnew} level={level} />
  const goOn = (typed: string, next: readonly SecondWay[]) => {
    setEmail(typed)
    setSaid('')
    setWays(next)
  }
  return (
    <FirstStep
      data={data}
      search={search}
      level={level}
      isFocused={isFocused}
      onRegister={onRegister}
      said={said}
      email={email}
      onSecond={goOn}
    />
  )
}

type FirstProps = Required<Pick<Props, 'data' | 'search'>> &
  Pick<Props, 'level' | 'isFocused' | 'onRegister'> & {
    said: string
    email: string
    onSecond: (email: string, ways: readonly SecondWay[]) => void
  }

function FirstStep({ data, search, level, isFocused, onRegister, said, email, onSecond }: FirstProps) {
  const { t } = useTranslation()
  const isPasswordNew = new URLSearchParams(search).get('note') === 'passwordSet'
  const [isInactive, setInactive] = useState(false)
  const form = useForm(
    {
      fields: { emailAccounts: t('session.login.emailAccounts.invalid'), password: t('session.wrongCredentials') },
      rules: ({ session }) => session.login.input.shape,
      async send({ emailAccounts = '', password = '' }, { signInByPassword }) {
        const { user, ways } = await signInByPassword(emailAccounts, password)
        if (user) await arrive(user)
        else onSecond(emailAccounts, ways)
      },
      onRefused: ({ error }) => setInactive(error === 'accountInactive'),
    },
    said ? { '': said } : {},
  )
  const { isPasswordOn } = data
  const others = (
    <OtherWays
      data={data}
      search={search}
      isWaiting={form.isBusy}
      onFailed={(text) => form.setErrors(text ? { '': text } : {})}
    />
  )
  return (
    <FormCard
      form={form}
      level={level}
      title={t('session.title')}
      lead={
        isPasswordNew && (
          <p className="form-note" role="status">
            {t('session.passwordSet')}
          </p>
        )
      }
      fold={isPasswordOn ? undefined : { word: t('session.administrators'), above: others }}
      submit={t('session.submit')}
      busy={t('session.submitting')}
      after={
        <>
          <p className="form-links">
            {isInactive && <a href="/validate-register-email">{t('session.activate')}</a>}
            <a href="/retrieve-password">{t('session.forgot')}</a>
            {data.registration.isOpen && (
              <a href={nextStep('/register', search)} onClick={onRegister}>
                {t('session.register')}
              </a>
            )}
          </p>
          {isPasswordOn && others}
        </>
      }
    >
      <Field
        form={form}
        name="emailAccounts"
        type="email"
        label={t('session.email')}
        autoComplete="username"
        defaultValue={email}
        autoFocus={isFocused}
      />
      <PasswordField form={form} name="password" label={t('session.password')} />
    </FormCard>
  )
}

type OtherProps = Required<Pick<Props, 'data' | 'search'>> & { isWaiting: boolean; onFailed: (said: string) => void }

function OtherWays({ data, search, isWaiting, onFailed }: OtherProps) {
  const { t } = useTranslation()
  const hasPasskeys = useHasPasskeys()
  if (!hasPasskeys && !data.methods.length) return null
  const passkey = <PasskeyButton isWaiting={isWaiting} onFailed={onFailed} />
  return (
    <div className="other-ways">
      {data.isPasswordOn && <p className="divider">{t('signIn.otherWays')}</p>}
      {data.isPasswordOn && passkey}
      {data.methods.length > 0 && <OutsideMethods methods={data.methods} search={search} />}
      {!data.isPasswordOn && passkey}
    </div>
  )
}
