import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'

export type SettingPart = { key: 'basics' | 'type' | 'members' | 'rights' | 'delete'; content: ReactNode }

const bring = (key: string) => document.getElementById(key)?.scrollIntoView({ block: 'start' })

/** What of the height has to be reached by the head of a part that is read. */
const READING = 0.35

/** The part that is read now; at the end of the page, the last one. */
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

/** The parts of the settings below one another, and the way to each; the address names the one that is meant. */
export function SettingParts({ parts }: { parts: SettingPart[] }) {
  const { t } = useTranslation()
  const { hash, search } = useLocation()
  useEffect(() => {
    if (hash) bring(hash.slice(1))
  }, [hash])
  const keys = parts.map(({ key }) => key)
  const { place, shown } = useShown(keys)
  return (
    <div className="settings" ref={place}>
      <nav className="setting-nav" aria-label={t('spaces.tabs.spaceSetting')}>
        {parts.map(({ key }) => (
          <Link
            key={key}
            to={{ search, hash: key }}
            replace
            aria-current={key === shown ? 'true' : undefined}
            onClick={() => bring(key)}
          >
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
