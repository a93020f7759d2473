import { useTranslation } from 'react-i18next'
import type { HomeView } from '#contract/pages/data.ts'
import { homeAddress } from './address.ts'
import { Filters, TagCloud } from './Filters.tsx'
import { Nothing, Paging, useHeading } from './Found.tsx'
import { SpaceCard } from './SpaceCard.tsx'

/** Cards of the first row on a wide screen. */
const FIRST_ROW = 4

/** The spaces that match the search, with its filters. `level` is the heading level below the page's heading. */
export function SpaceGrid({ home, level: Title }: { home: HomeView; level: 'h1' | 'h2' }) {
  const { t } = useTranslation()
  const heading = useHeading(home)
  const { list } = home.spaces
  const isEmpty = list.length === 0 && !home.search.isAsked
  return (
    <section className="found">
      <div className="section-head">
        <Title>{heading}</Title>
        {!isEmpty && <Filters path="/" home={home} />}
        {!home.search.isAsked && home.spaces.next && (
          <a className="onward" href={homeAddress('/', home.search, { sort: 'hot' })}>
            {t('home.browse')}
          </a>
        )}
      </div>
      <TagCloud path="/" home={home} />
      {list.length ? (
        <ul className="space-grid">
          {list.map((space, at) => (
            <li key={space.id}>
              <SpaceCard
                space={space}
                search={home.search}
                level={Title === 'h1' ? 'h2' : 'h3'}
                isFirst={at < FIRST_ROW}
              />
            </li>
          ))}
        </ul>
      ) : (
        <Nothing path="/" home={home} />
      )}
      <Paging path="/" home={home} />
      <p className="other-face">
        <a href={homeAddress('/text', home.search)}>{t('home.toText')}</a>
      </p>
    </section>
  )
}
