import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'

export type SettingPart = { key: 'basics' | 'type' | 'members' | 'rights' | 'delete'; content: ReactNode }

const bring = (key: string) => document.getElementById(key)?.scrollIntoView({ block: 'start' })

/** The parts of the settings below one another, and the way to each; the address names the one that is meant. */
export function SettingParts({ parts }: { parts: SettingPart[] }) {
  const { t } = useTranslation()
  const { hash, search } = useLocation()
  useEffect(() => {
    if (hash) bring(hash.slice(1))
  }, [hash])
  return (
    <div className="settings">
      <nav className="setting-nav" aria-label={t('spaces.tabs.spaceSetting')}>
        {parts.map(({ key }) => (
          <Link key={key} to={{ search, hash: key }} replace onClick={() => bring(key)}>
            {t(`spaces.parts.${key}`)}
          </Link>
        ))}
      </nav>
      <div className="reading">
        {parts.map(({ key, content }) => (
          <section key={key} id={key} aria-labelledby={`${key}-title`}>
            <h2 id={`${key}-title`}>{t(`spaces.parts.${key}`)}</h2>
            {content}
          </section>
        ))}
      </div>
    </div>
  )
}
