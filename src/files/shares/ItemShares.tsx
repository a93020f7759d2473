import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { explain } from '#contract/policy.ts'
import { shares } from '#contract/shares.ts'
import { call } from '#providers/call.ts'
import { ShareRows } from '../../shares/index.ts'
import type { SectionProps } from '../details/section.ts'

/** The links to the item that is marked. */
export default function ItemShares({ desk, record }: SectionProps) {
  const { t } = useTranslation()
  const { hash } = record
  const spaceId = desk.space.id
  const query = useInfiniteQuery({
    queryKey: ['shares', 'item', spaceId, hash],
    queryFn: ({ pageParam: after }) => call(shares.ofItem, { spaceId, hash, ...(after && { after }) }, { quiet: true }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    staleTime: 0,
  })
  const list = query.data?.pages.flatMap((page) => page.list) ?? []
  const facts = { space: desk.facts, authorId: record.author.personId }
  const mayShare = desk.marked.length === 1 && explain(desk.actor, 'file.share', facts).allowed
  return (
    <div className="item-shares">
      <h3>{t('shares.ofItem')}</h3>
      {query.isPending && <div className="skeleton" style={{ height: 32 }} aria-busy="true" />}
      {query.isError && (
        <p className="soft" role="alert">
          {t('shares.failed')}{' '}
          <Button size="small" onClick={() => void query.refetch()}>
            {t('errors.retry')}
          </Button>
        </p>
      )}
      {query.isSuccess && list.length === 0 && (
        <p className="soft">
          {t('shares.noneOfItem')}{' '}
          {mayShare && (
            <Button size="small" onClick={() => desk.ask('share')}>
              {t('shares.make')}
            </Button>
          )}
        </p>
      )}
      <ShareRows list={list} />
      {query.hasNextPage && (
        <Button size="small" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('shares.more')}
        </Button>
      )}
    </div>
  )
}
