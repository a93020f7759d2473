import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Space, spaces } from '#contract/spaces.ts'
import { byPages } from '#providers/by-pages.ts'
import { call } from '#providers/call.ts'
import { joiningKeys } from '#providers/joining.ts'
import { Empty } from '../../src/widgets/Empty.tsx'
import { NotLoaded } from '../../src/widgets/NotLoaded.tsx'
import { SearchField } from '../../src/widgets/SearchField.tsx'
import { ListSkeleton } from '../../src/widgets/Skeleton.tsx'
import { MemberRow } from './member-row.tsx'

type Props = { space: Space; onChange: () => void }

/** All members, the owner first, with a search by name or address. */
export function MemberList({ space, onChange }: Props) {
  const { t } = useTranslation()
  const [q, setQ] = useState('')
  const query = useInfiniteQuery({
    queryKey: [...joiningKeys.members(space.id), q],
    ...byPages((after) =>
      call(
        spaces.members,
        {
          id: space.id,
          ...(q && { q }),
          ...after,
        },
        { quiet: true },
      ),
    ),
    placeholderData: (previous) => previous,
  })
  const members = query.data?.pages.flatMap((page) => page.list) ?? []
  return (
    <>
      <SearchField q={q} label={t('joining.members.search')} onSearch={setQ} />
      {query.isPending ? (
        <ListSkeleton />
      ) : query.isError ? (
        <NotLoaded error={query.error} onRetry={query.refetch} />
      ) : members.length ? (
        <ul className="joining-rows" aria-label={t('joining.parts.members')} aria-busy={query.isPlaceholderData}>
          {members.map((member) => (
            <MemberRow key={member.personId} space={space} member={member} onChange={onChange} />
          ))}
        </ul>
      ) : (
        <Empty title={t('joining.members.none')} hint={t('joining.members.noneHint')} />
      )}
      {query.hasNextPage && (
        <div className="more">
          <Button loading={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
            {t('spaces.more')}
          </Button>
        </div>
      )}
    </>
  )
}
