import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toggleLanguage } from '#providers/i18n.ts'
import { FullScreenLoader } from './FullScreenLoader.tsx'

/**
 * Shows a Chinese character while the language is English, 'EN' while it is Chinese. Source: spec section 2, Language
 * toggle.
 */
export function LanguageToggle() {
  const { t, i18n } = useTranslation()
  const [isChanging, setChanging] = useState(false)
  const change = () => {
    setChanging(true)
    toggleLanguage()
  }
  return (
    <>
      <button type="button" className="btn ghost" title={t('shell.language')} onClick={change}>
        {i18n.language === 'en' ? '中' : 'EN'}
      </button>
      {isChanging && <FullScreenLoader />}
    </>
  )
}
