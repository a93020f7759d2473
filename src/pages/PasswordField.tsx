import { type ComponentProps, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from './Field.tsx'

/** A password field whose content can be revealed. */
export function PasswordField(props: ComponentProps<typeof Field>) {
  const { t } = useTranslation()
  const [isShown, setShown] = useState(false)
  return (
    <Field
      autoComplete="current-password"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      type={isShown ? 'text' : 'password'}
      end={
        <button
          type="button"
          className="look"
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
            aria-hidden
          >
            <path d="M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8Z" />
            <circle cx="8" cy="8" r="2" />
            {!isShown && <path d="m3 13 10-10" />}
          </svg>
        </button>
      }
    />
  )
}
