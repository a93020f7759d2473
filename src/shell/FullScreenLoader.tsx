import { useTranslation } from 'react-i18next'
import './loader.css'

/** Covers the page while all of it is replaced: at the first load or a change of language. */
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
