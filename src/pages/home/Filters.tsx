import { useTranslation } from 'react-i18next'
import type { HomeView } from '#contract/pages/data.ts'
import { type HomePath, homeAddress } from './address.ts'

const TYPES = ['', 'public', 'restricted'] as const
const SORTS = ['hot', 'created', 'members', 'used', 'name'] as const
/** Maximum number of tags shown; a chosen tag is shown in any case. */
const TAGS = 24
/** Shares of the most frequent tag's count from which a tag is shown large or medium. */
const SHARES = { l: 0.66, m: 0.33 }

type Props = { path: HomePath; home: HomeView }

/** Type and order as links: they work without JavaScript, and every choice has an address. */
export function Filters({ path, home: { search } }: Props) {
  const { t } = useTranslation()
  return (
    <div className="filters">
      <nav className="chips" aria-label={t('home.filter')}>
        {TYPES.map((type) => (
          <a
            key={type}
            className="tag"
            href={homeAddress(path, search, { type, sort: search.sort })}
            aria-current={search.type === type ? 'true' : undefined}
          >
            {type ? t(`home.types.${type}`) : t('home.all')}
          </a>
        ))}
      </nav>
      <nav className="chips orders" aria-label={t('home.order')}>
        {SORTS.map((sort) => (
          <a
            key={sort}
            href={homeAddress(path, search, { sort })}
            aria-current={search.sort === sort ? 'true' : undefined}
          >
            {t(`home.sorts.${sort}`)}
          </a>
        ))}
      </nav>
    </div>
  )
}

/** The most frequent tags; a chosen one can be removed again. */
export function TagCloud({ path, home: { search, tags } }: Props) {
  const { t } = useTranslation()
  const cloud = tags.slice(0, TAGS)
  const most = cloud[0]?.count ?? 0
  const sizeOf = (count: number) => (most < 2 || count <= most * SHARES.m ? 's' : count <= most * SHARES.l ? 'm' : 'l')
  const isFar = search.tag !== '' && !cloud.some(({ tag }) => tag === search.tag)
  if (!cloud.length && !isFar) return null
  return (
    <nav className="tag-cloud" aria-label={t('home.tags')}>
      {isFar && <ChosenTag path={path} search={search} />}
      {cloud.map(({ tag, count }) =>
        tag === search.tag ? (
          <ChosenTag key={tag} path={path} search={search} />
        ) : (
          <a key={tag} className={sizeOf(count)} href={homeAddress(path, search, { tag })}>
            {tag} <span className="num">{count}</span>
          </a>
        ),
      )}
    </nav>
  )
}

function ChosenTag({ path, search }: { path: HomePath; search: HomeView['search'] }) {
  const { t } = useTranslation()
  return (
    <a
      className="chosen"
      href={homeAddress(path, search, { tag: '', sort: search.sort })}
      aria-current="true"
      title={t('home.dropTag', { tag: search.tag })}
    >
      {search.tag} <span aria-hidden="true">×</span>
      <span className="sr-only">{t('home.dropTag', { tag: search.tag })}</span>
    </a>
  )
}
