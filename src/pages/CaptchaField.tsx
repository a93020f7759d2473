import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { CaptchaState } from './use-captcha.ts'
import type { FormState } from './use-form.ts'
import './account.css'

type Props = { form: FormState; captcha: CaptchaState; autoFocus?: boolean }

/** The captcha image with its field; alternatively a question in words for people who cannot see the image. */
export function CaptchaField({ form, captcha, autoFocus }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const { kind, phase, shown, leftSeconds, input, renew } = captcha
  const isWords = kind === 'words'
  const error = form.errors.verificationCode
  return (
    <div className="field captcha">
      <label htmlFor={id}>
        {isWords ? t('registration.captcha.answer') : t('registration.verificationCode.label')}
      </label>
      {isWords && (
        <p className="question" id={`${id}-question`} role="status">
          {phase === 'shown' ? shown?.question : t('shell.loading')}
        </p>
      )}
      <input type="hidden" name="captchaId" value={shown?.captchaId ?? ''} />
      <div className="row">
        <input
          id={id}
          ref={input}
          name="verificationCode"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          // biome-ignore lint/a11y/noAutofocus: only where somebody asked for this field
          autoFocus={autoFocus}
          aria-invalid={error !== undefined}
          aria-describedby={`${id}-error ${id}-left ${id}-question`}
        />
        {!isWords && <Picture captcha={captcha} isAlive={form.isAlive} />}
      </div>
      <span className="error" id={`${id}-error`} role="alert">
        {error ?? (phase === 'shown' && <Over captcha={captcha} />)}
      </span>
      <div className="tools">
        <button type="button" onClick={() => void renew(kind)} disabled={phase === 'loading' || !form.isAlive}>
          {isWords ? t('registration.captcha.anotherQuestion') : t('registration.captcha.another')}
        </button>
        <button type="button" onClick={() => void renew(isWords ? 'image' : 'words')} disabled={!form.isAlive}>
          {isWords ? t('registration.captcha.toImage') : t('registration.captcha.toWords')}
        </button>
        <span className="num" id={`${id}-left`}>
          {phase === 'shown' && leftSeconds > 0 && t('registration.captcha.left', { seconds: leftSeconds })}
        </span>
      </div>
    </div>
  )
}

function Picture({ captcha: { phase, shown, renew }, isAlive }: { captcha: CaptchaState; isAlive: boolean }) {
  const { t } = useTranslation()
  if (phase === 'shown' && shown)
    return <img className="picture" src={shown.image} alt={t('registration.captcha.picture')} width="128" height="48" />
  if (phase === 'loading') return <span className="picture skeleton" />
  return (
    <button type="button" className="picture" onClick={() => void renew('image')} disabled={!isAlive}>
      {phase === 'failed' ? t('errors.retry') : t('registration.captcha.show')}
    </button>
  )
}

/** Announced only if the user was typing: an untouched image is renewed silently. */
function Over({ captcha: { leftSeconds, input } }: { captcha: CaptchaState }) {
  const { t } = useTranslation()
  return <>{leftSeconds === 0 && input.current?.value ? t('registration.captcha.over') : null}</>
}
