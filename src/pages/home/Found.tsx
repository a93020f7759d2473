import { useTranslation } from 'react-i18next'
import type { HomeView } from '#contract/pages/data.ts'
import { pathWith } from '../addresses.ts'
import { type HomePath, homeAddress } from './address.ts'

/** The heading of the list, by the search, the tag or the order. */
export function useHeading({ search: { q, tag, sort } }: HomeView): string {
  const { t } = useTranslation()
  if (q) return t('home.found', { q })
  if (tag) return t('home.tagged', { tag })
  return sort === 'hot' ? t('home.hot') : t('home.allSpaces')
}

/** Shown if no space matches, or there is none yet: what the reader can do. */
export function Nothing({ path, home: { search } }: { path: HomePath; home: HomeView }) {
  const { t } = useTranslation()
  if (search.isAsked)
    return (
      <div className="empty">
        <strong>{t('home.noHit')}</strong>
        {t('home.noHitHint')}
        <div>
          <a className="btn" href={path}>
            {t('home.clear')}
          </a>
        </div>
      </div>
    )
  return (
    <div className="empty">
      <strong>{t('home.none')}</strong>
      {t('home.noneHint')}
    </div>
  )
}

/** Links to the next page, and back to the first one. */
export function Paging({ path, home: { search, spaces } }: { path: HomePath; home: HomeView }) {
  const { t } = useTranslation()
  if (spaces.isFirst && !spaces.next) return null
  const { q, type, tag, sort } = search
  return (
    <nav className="paging" aria-label={t('home.paging')}>
      {!spaces.isFirst && (
        <a className="btn" href={homeAddress(path, search, { sort })}>
          {t('home.toFirst')}
        </a>
      )}
      {spaces.next && (
        <a className="btn" rel="next" href={pathWith(path, { q, type, tag, sort, after: spaces.next })}>
          {t('home.more')}
        </a>
      )}
    </nav>
  )
}
