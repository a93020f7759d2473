import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PageData } from '#contract/page.ts'
import { LanguageToggle } from '../shell/LanguageToggle.tsx'
import { ThemeToggle } from '../shell/ThemeToggle.tsx'

type Props = { data: PageData; right?: ReactNode; children: ReactNode }

/** Header and footer of every public page. */
export function Frame({ data: { site }, right, children }: Props) {
  const { t } = useTranslation()
  return (
    <div className="public-page">
      <a className="skip-link btn" href="#main">
        {t('shell.skip')}
      </a>
      <header className="public-header">
        <a className="brand" href="/">
          <img src={site.logo} alt="" width="28" height="28" />
          <span>{site.dataSpaceName}</span>
        </a>
        <div className="right">
          <a className="btn ghost wide" href="/api/docs">
            {t('home.docs')}
          </a>
          <LanguageToggle />
          <ThemeToggle />
          {right}
        </div>
      </header>
      {children}
      <footer className="public-footer">
        <span>{site.copyright.replace(/<[^>]*>/g, '')}</span>
        <span>
          {t('shell.poweredBy', { name: site.poweredBy })} {site.version}
        </span>
        <span>{site.notice}</span>
      </footer>
    </div>
  )
}
