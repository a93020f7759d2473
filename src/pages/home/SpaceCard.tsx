import { useTranslation } from 'react-i18next'
import { COVER_PX } from '#contract/core/limits.ts'
import type { HomeSearch } from '#contract/pages/data.ts'
import type { Space } from '#contract/spaces.ts'
import { formatBytes } from '../../widgets/format.ts'
import { WaveCover } from '../../widgets/wave-cover.tsx'
import { homeAddress } from './address.ts'
import { Place } from './Place.tsx'

/** Maximum number of tags on a card. */
const TAGS = 3

type Props = {
  space: Space
  search: HomeSearch
  level: 'h2' | 'h3'
  /** The card is visible without scrolling. */
  isFirst: boolean
}

/** A space in the grid: the card links to its page, a tag to the spaces with that tag. */
export function SpaceCard({ space, search, level: Title, isFirst }: Props) {
  const { t } = useTranslation()
  return (
    <article className="space-card">
      <div className="cover">
        {space.cover ? (
          <img src={space.cover} alt="" {...COVER_PX} loading={isFirst ? 'eager' : 'lazy'} decoding="async" />
        ) : (
          <WaveCover seed={space.id} />
        )}
      </div>
      <div className="body">
        <Title>
          <a href={space.homepage} title={space.name}>
            {space.name}
          </a>
        </Title>
        <p>{space.introduction}</p>
        {space.tags.length > 0 && (
          <ul className="tags">
            {space.tags.slice(0, TAGS).map((tag) => (
              <li key={tag}>
                <a href={homeAddress('/', search, { tag, q: '', type: '' })}>{tag}</a>
              </li>
            ))}
          </ul>
        )}
        <div className="meta num">
          <span className={`tag ${space.type}`}>{t(`home.types.${space.type}`)}</span>
          <span>{t('home.members', { count: space.memberCount })}</span>
          <span>{formatBytes(space.usedBytes)}</span>
          <Place space={space} />
        </div>
      </div>
    </article>
  )
}
