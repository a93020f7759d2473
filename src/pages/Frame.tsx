import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { dialled } from '#contract/core/link.ts'
import type { InstitutionInfo, PageData } from '#contract/pages/data.ts'
import { CATALOGUE_PATH } from '#contract/pages/paths.ts'
import { LanguageToggle } from '../shell/LanguageToggle.tsx'
import { NoticeLines } from '../shell/NoticeLines.tsx'
import { ThemeToggle } from '../shell/ThemeToggle.tsx'
import { drawMarkup } from '../widgets/draw-markup.ts'
import { EntryButtons } from './EntryButtons.tsx'

type Props = {
  data: PageData
  /** The last buttons of the header; without them, signed-in users have the way to their spaces. */
  right?: ReactNode
  className?: string
  children: ReactNode
}

/** Header and footer of every public page. */
export function Frame({ data, right, className = '', children }: Props) {
  const { t } = useTranslation()
  const { site } = data
  return (
    <div className={`public-page ${className}`.trim()}>
      <a className="skip-link btn" href="#main">
        {t('shell.skip')}
      </a>
      <header className="public-header">
        <a className="brand" href="/">
          <img src={site.logo} alt="" width="28" height="28" />
          <span>{site.dataSpaceName}</span>
        </a>
        <div className="right">
          <nav className="ways wide" aria-label={t('shell.menu')}>
            <Ways data={data} />
          </nav>
          <LanguageToggle />
          <ThemeToggle />
          {right ?? (data.user && <EntryButtons data={data} />)}
        </div>
      </header>
      <NoticeLines list={data.notices} />
      {children}
      <Footer data={data} />
    </div>
  )
}

/** The ways from every public page: to the spaces, to help and to the reference of the API. */
function Ways({ data: { user } }: { data: PageData }) {
  const { t } = useTranslation()
  return (
    <>
      <a className="btn ghost" href={user ? '/space' : '/?sort=hot'}>
        {t('shell.space')}
      </a>
      <a className="btn ghost" href={CATALOGUE_PATH}>
        {t('shell.datasets')}
      </a>
      <a className="btn ghost" href="/help">
        {t('shell.help')}
      </a>
      <a className="btn ghost" href="/api/docs">
        {t('shell.api')}
      </a>
    </>
  )
}

function Footer({ data }: { data: PageData }) {
  const { t } = useTranslation()
  const { site, foot, institution } = data
  return (
    <footer className="public-footer">
      {institution && <About institution={institution} />}
      <div className="ways narrow">
        <Ways data={data} />
      </div>
      <div className="small">
        <div>{drawMarkup(foot.copyright)}</div>
        <span>{t('shell.poweredBy', { name: site.poweredBy, version: site.version })}</span>
        <span>{site.notice}</span>
      </div>
      {foot.clause.length > 0 && (
        <details className="clause">
          <summary>{t('shell.clause')}</summary>
          <div>{drawMarkup(foot.clause)}</div>
        </details>
      )}
    </footer>
  )
}

/** The institution that runs the site, and its contact. */
function About({ institution: { name, address, email, telephone, homepage } }: { institution: InstitutionInfo }) {
  const number = dialled(telephone)
  return (
    <address>
      <strong>{homepage ? <a href={homepage}>{name}</a> : name}</strong>
      {address && <span>{address}</span>}
      {telephone && (number ? <a href={`tel:${number}`}>{telephone}</a> : <span>{telephone}</span>)}
      {email && (email.includes('@') ? <a href={`mailto:${email}`}>{email}</a> : <span>{email}</span>)}
    </address>
  )
}
