import { type FormEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallFailure } from '#providers/failures.ts'
import { callbackTarget, returnPath } from '../shell/return-path.ts'

/** What speaks with the server comes when the form is touched: the page itself reads without it. */
const actions = () => import('#providers/sign-in.ts')

type Errors = { emailAccounts?: string; password?: string; form?: string }

/** E-mail and password; a refusal is told beside its field, and what was typed stays. */
export function LoginForm() {
  const { t } = useTranslation()
  const [errors, setErrors] = useState<Errors>({})
  const [isBusy, setBusy] = useState(false)
  const [isShown, setShown] = useState(false)
  // The page is there before its script: a form sent by the browser itself would go astray, the password with it.
  const [isAlive, setAlive] = useState(false)
  useEffect(() => setAlive(true), [])

  function check(emailAccounts: string, isEmail: boolean, password: string): Errors {
    if (!emailAccounts) return { emailAccounts: t('session.emailRequired') }
    if (!isEmail) return { emailAccounts: t('session.login.emailAccounts.invalid') }
    return password ? {} : { password: t('session.passwordRequired') }
  }

  function told(failure: unknown): Errors {
    if (!(failure instanceof CallFailure)) return { form: t('errors.network') }
    const fields = Object.fromEntries(failure.fields.map(({ field, message }) => [field, message]))
    return failure.fields.length ? fields : { form: failure.message }
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const [emailAccounts, password] = [String(form.get('emailAccounts')).trim(), String(form.get('password'))]
    const { validity } = event.currentTarget.elements.namedItem('emailAccounts') as HTMLInputElement
    const wrong = check(emailAccounts, !validity.typeMismatch, password)
    setErrors(wrong)
    if (Object.keys(wrong).length || isBusy) return
    setBusy(true)
    try {
      const { signIn } = await actions()
      await signIn(emailAccounts, password)
      location.assign(callbackTarget(location, true) ?? returnPath())
    } catch (failure) {
      setErrors(told(failure))
      setBusy(false)
    }
  }

  const invalid = (field: 'emailAccounts' | 'password') => ({
    'aria-invalid': errors[field] !== undefined,
    'aria-describedby': `${field}-error`,
  })
  return (
    <form
      className="card-form"
      method="post"
      onSubmit={submit}
      onFocus={() => void actions().catch(() => {})}
      noValidate
    >
      <h2>{t('session.title')}</h2>
      {errors.form && (
        <div className="form-error" role="alert">
          {errors.form}
        </div>
      )}
      <label className="field">
        <span>{t('session.email')}</span>
        <input name="emailAccounts" type="email" autoComplete="username" {...invalid('emailAccounts')} />
        <span className="error" id="emailAccounts-error" role="alert">
          {errors.emailAccounts}
        </span>
      </label>
      <div className="field">
        <label htmlFor="password">
          <span>{t('session.password')}</span>
        </label>
        <span className="password">
          <input
            id="password"
            name="password"
            type={isShown ? 'text' : 'password'}
            autoComplete="current-password"
            {...invalid('password')}
          />
          <button
            type="button"
            aria-label={isShown ? t('session.hide') : t('session.show')}
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
          >
            <svg
              width="16"
              height="16"
              viewBox="0 0 16 16"
              fill="none"
              stroke="currentColor"
              strokeWidth="1.5"
              aria-hidden="true"
            >
              <path d="M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8Z" />
              <circle cx="8" cy="8" r="2" />
              {isShown && <path d="m3 13 10-10" />}
            </svg>
          </button>
        </span>
        <span className="error" id="password-error" role="alert">
          {errors.password}
        </span>
      </div>
      <button type="submit" className="btn primary" disabled={isBusy || !isAlive}>
        {isBusy ? t('session.submitting') : t('session.submit')}
      </button>
      <noscript>
        <p className="quiet-note">{t('session.needScript')}</p>
      </noscript>
    </form>
  )
}
