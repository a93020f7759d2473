import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { explain } from '#contract/core/policy.ts'
import { shares } from '#contract/shares.ts'
import { byPages } from '#providers/by-pages.ts'
import { call } from '#providers/call.ts'
import { ShareRows } from '../../shares/index.ts'
import { MoreButton } from '../../widgets/MoreButton.tsx'
import { NotLoaded } from '../../widgets/NotLoaded.tsx'
import { LinesSkeleton } from '../../widgets/Skeleton.tsx'
import type { SectionProps } from '../details/section.ts'

/** The share links to the selected item. */
export default function ItemShares({ context, record }: SectionProps) {
  const { t } = useTranslation()
  const { hash } = record
  const spaceId = context.space.id
  const query = useInfiniteQuery({
    queryKey: ['shares', 'item', spaceId, hash],
    ...byPages((after) => call(shares.ofItem, { spaceId, hash, ...after }, { quiet: true })),
    staleTime: 0,
  })
  const list = query.data?.pages.flatMap((page) => page.list) ?? []
  const policyContext = { space: context.policyContext, authorId: record.author.personId }
  const mayShare = context.selected.length === 1 && explain(context.actor, 'file.share', policyContext).allowed
  return (
    <div className="item-shares">
      <h3>{t('shares.ofItem')}</h3>
      {query.isPending && <LinesSkeleton rows={1} />}
      {query.isError && !list.length && (
        <NotLoaded title={t('shares.failed')} error={query.error} onRetry={query.refetch} isInline />
      )}
      {query.isSuccess && list.length === 0 && (
        <p className="soft">
          {t('shares.noneOfItem')}{' '}
          {mayShare && (
            <Button size="small" onClick={() => context.ask('share')}>
              {t('shares.make')}
            </Button>
          )}
        </p>
      )}
      <ShareRows list={list} />
      <MoreButton query={query} label={t('shares.more')} />
    </div>
  )
}
