import { useTranslation } from 'react-i18next'
import './loader.css'

/** Covers the page while it is replaced as a whole: by another language, or on its first way in. */
export function FullScreenLoader() {
  const { t } = useTranslation()
  return (
    <div className="full-loader" role="status" aria-label={t('shell.loading')}>
      <span />
      <span />
      <span />
    </div>
  )
}
