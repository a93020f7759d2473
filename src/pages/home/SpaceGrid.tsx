import { useTranslation } from 'react-i18next'
import type { PageData } from '#contract/page.ts'
import type { Space } from '#contract/spaces.ts'
import { formatBytes } from '../../widgets/format.ts'
import { WaveCover } from '../../widgets/wave-cover.tsx'

type Props = { spaces: PageData['spaces']; search: string; isSignedIn: boolean }

function withQuery(search: string, change: Record<string, string | undefined>): string {
  const query = new URLSearchParams(search)
  query.delete('after')
  for (const [key, value] of Object.entries(change)) {
    if (value) query.set(key, value)
    else query.delete(key)
  }
  const text = query.toString()
  return text ? `/?${text}` : '/'
}

/** Public and restricted spaces, with the filters as links: they work without a script. */
export function SpaceGrid({ spaces, search, isSignedIn }: Props) {
  const { t } = useTranslation()
  const query = new URLSearchParams(search)
  const q = query.get('q')
  const type = query.get('type')
  return (
    <section>
      <div className="section-head">
        <h2>{q ? t('home.found', { q }) : t('home.hot')}</h2>
        <nav className="chips" aria-label={t('home.filter')}>
          {([undefined, 'public', 'restricted'] as const).map((one) => (
            <a
              key={one ?? 'all'}
              className="tag"
              href={withQuery(search, { type: one })}
              aria-current={(type ?? undefined) === one}
            >
              {one ? t(`home.types.${one}`) : t('home.all')}
            </a>
          ))}
        </nav>
      </div>
      {spaces.list.length ? (
        <ul className="space-grid">
          {spaces.list.map((space) => (
            <li key={space.id}>
              <SpaceCard space={space} isSignedIn={isSignedIn} />
            </li>
          ))}
        </ul>
      ) : (
        <Nothing isSearch={q !== null || type !== null} />
      )}
      {spaces.next && (
        <p className="section-head">
          <a className="btn" href={withQuery(search, { after: spaces.next })}>
            {t('home.more')}
          </a>
        </p>
      )}
    </section>
  )
}

function Nothing({ isSearch }: { isSearch: boolean }) {
  const { t } = useTranslation()
  return (
    <div className="empty">
      <strong>{isSearch ? t('home.noHit') : t('home.none')}</strong>
      {isSearch ? t('home.noHitHint') : t('home.noneHint')}
      {isSearch && (
        <div>
          <a className="btn" href="/">
            {t('home.clear')}
          </a>
        </div>
      )}
    </div>
  )
}

/** Public spaces open for everybody; others only lead somewhere for those who belong to them. */
function SpaceCard({ space, isSignedIn }: { space: Space; isSignedIn: boolean }) {
  const { t } = useTranslation()
  const content = (
    <>
      <WaveCover seed={space.id} />
      <div className="body">
        <h3 title={space.name}>{space.name}</h3>
        <p>{space.introduction || space.tags.join(' · ')}</p>
        <div className="meta num">
          <span className={`tag ${space.type}`}>{t(`home.types.${space.type}`)}</span>
          <span>{t('home.members', { count: space.memberCount })}</span>
          <span>{formatBytes(space.usedBytes)}</span>
        </div>
      </div>
    </>
  )
  const leads = space.type === 'public' || (isSignedIn && space.myRole !== null)
  if (!leads) return <article className="space-card">{content}</article>
  return (
    <a className="space-card" href={`/space/${space.identifier}/details/filesManage`}>
      {content}
    </a>
  )
}
