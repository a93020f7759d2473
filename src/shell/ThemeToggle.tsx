import { useTranslation } from 'react-i18next'
import { toggleTheme } from './theme.ts'

/** Switches to the other theme and stores it; before that the system's setting applies. */
export function ThemeToggle() {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      className="btn ghost"
      title={t('shell.theme')}
      aria-label={t('shell.theme')}
      onClick={toggleTheme}
    >
      <svg
        width="16"
        height="16"
        viewBox="0 0 16 16"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
        aria-hidden="true"
      >
        <path d="M13.5 9.5A5.5 5.5 0 0 1 6.5 2.5a5.5 5.5 0 1 0 7 7Z" />
      </svg>
    </button>
  )
}
