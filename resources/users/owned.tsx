import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { spacePath } from '#contract/pages/paths.ts'
import { type User, users } from '#contract/users.ts'
import { byPages } from '#providers/by-pages.ts'
import { call } from '#providers/call.ts'
import { formatBytes } from '../../src/widgets/format.ts'
import { MoreButton } from '../../src/widgets/MoreButton.tsx'
import { NotLoaded } from '../../src/widgets/NotLoaded.tsx'
import { LinesSkeleton } from '../../src/widgets/Skeleton.tsx'
import { ownedKey } from './cache.ts'

/** The spaces that an account owns, loaded page by page. */
export function useOwned(id: string) {
  const query = useInfiniteQuery({
    queryKey: ownedKey(id),
    ...byPages((after) => call(users.owned, { id, ...after }, { quiet: true })),
  })
  return { ...query, spaces: query.data?.pages.flatMap((page) => page.list) ?? [] }
}

export function OwnedSpaces({ user }: { user: User }) {
  const { t } = useTranslation()
  const owned = useOwned(user.id)
  return (
    <section>
      <h3>{t('users.owned.title')}</h3>
      {owned.isLoading && <LinesSkeleton rows={1} />}
      {owned.isSuccess && owned.spaces.length === 0 && <p className="users-hint">{t('users.owned.none')}</p>}
      {owned.isError && !owned.spaces.length && <NotLoaded error={owned.error} onRetry={owned.refetch} isInline />}
      {owned.spaces.length > 0 && (
        <ul className="owned-spaces num">
          {owned.spaces.map((space) => (
            <li key={space.spaceId}>
              <Link to={spacePath(space.spaceId, 'spaceInfo')}>{space.name}</Link>
              <small>
                {t('home.members', { count: space.memberCount })} · {formatBytes(space.usedBytes)}
              </small>
            </li>
          ))}
        </ul>
      )}
      <MoreButton query={owned} />
    </section>
  )
}
