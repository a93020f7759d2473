import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { shares } from '#contract/shares.ts'
import { byPages } from '#providers/by-pages.ts'
import { call } from '#providers/call.ts'
import { Empty } from '../widgets/Empty.tsx'
import { ListPage } from '../widgets/ListPage.tsx'
import { MoreButton } from '../widgets/MoreButton.tsx'
import { NotLoaded } from '../widgets/NotLoaded.tsx'
import { ListSkeleton } from '../widgets/Skeleton.tsx'
import { ReceivedRow } from './ReceivedRow.tsx'
import './shares.css'

/** Links of others that the user opened, the last opened first. */
export default function ReceivedPage() {
  const { t } = useTranslation()
  const query = useInfiniteQuery({
    queryKey: ['shares', 'received'],
    ...byPages((after) => call(shares.received, after, { quiet: true })),
    staleTime: 0,
  })
  const list = query.data?.pages.flatMap((page) => page.list) ?? []
  return (
    <ListPage title={t('shares.received.title')} hint={t('shares.received.hint')}>
      {query.isPending && <ListSkeleton />}
      {query.isError && !list.length && <NotLoaded error={query.error} onRetry={query.refetch} />}
      {query.isSuccess && !list.length && (
        <Empty title={t('shares.received.none')} hint={t('shares.received.noneHint')} />
      )}
      <ul className="shares-list">
        {list.map((share) => (
          <ReceivedRow key={share.id} share={share} />
        ))}
      </ul>
      {query.hasNextPage && (
        <div className="shares-more">
          <MoreButton query={query} size="middle" />
        </div>
      )}
    </ListPage>
  )
}
