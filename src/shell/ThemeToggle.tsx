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
        {/* Each theme shows the other, by the style sheet. */}
        <path className="to-dark" d="M13.5 9.5A5.5 5.5 0 0 1 6.5 2.5a5.5 5.5 0 1 0 7 7Z" />
        <path
          className="to-light"
          d="M8 5.2a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6ZM8 1v1.4M8 13.6V15M1 8h1.4M13.6 8H15M3 3l1 1M12 12l1 1M13 3l-1 1M4 12l-1 1"
        />
      </svg>
    </button>
  )
}
