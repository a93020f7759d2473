import type { TFunction } from 'i18next'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'

type Section = { key: string; label: (t: TFunction) => string; content: ReactNode }

const bring = (key: string) => document.getElementById(key)?.scrollIntoView({ block: 'start' })

/** Fraction of the viewport height that a section's head must reach to count as current. */
const READING = 0.35

/** The section in view; at the end of the page the last one. */
function useShown(keys: readonly string[]) {
  const place = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState(keys[0])
  const all = keys.join(' ')
  useEffect(() => {
    const scroller = place.current?.closest('.space-body')
    if (!scroller) return
    const look = () => {
      const { top, height } = scroller.getBoundingClientRect()
      const isReached = (key: string) =>
        (document.getElementById(key)?.getBoundingClientRect().top ?? 0) < top + height * READING
      const isAtEnd = scroller.scrollTop > 0 && scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 1
      const known = all.split(' ')
      setShown(isAtEnd ? known.at(-1) : (known.findLast(isReached) ?? known[0]))
    }
    look()
    scroller.addEventListener('scroll', look, { passive: true })
    return () => scroller.removeEventListener('scroll', look)
  }, [all])
  return { place, shown }
}

/** The sections of the settings below one another, with links to each; the address names the target section. */
export function SettingSections({ sections }: { sections: Section[] }) {
  const { t } = useTranslation()
  const { hash, search } = useLocation()
  useEffect(() => {
    if (hash) bring(hash.slice(1))
  }, [hash])
  const keys = sections.map(({ key }) => key)
  const { place, shown } = useShown(keys)
  return (
    <div className="settings" ref={place}>
      <nav className="setting-nav" aria-label={t('spaces.tabs.spaceSetting')}>
        {sections.map(({ key, label }) => (
          <Link
            key={key}
            to={{ search, hash: key }}
            replace
            aria-current={key === shown ? 'true' : undefined}
            onClick={() => bring(key)}
          >
            {label(t)}
          </Link>
        ))}
      </nav>
      <div className="reading">
        {sections.map(({ key, label, content }) => (
          <section key={key} id={key} aria-labelledby={`${key}-title`}>
            <h2 id={`${key}-title`}>{label(t)}</h2>
            {content}
          </section>
        ))}
      </div>
    </div>
  )
}
