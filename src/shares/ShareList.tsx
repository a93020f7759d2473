import { useInfiniteQuery } from '@tanstack/react-query'
import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DataOf } from '#contract/core/operation.ts'
import type { shares } from '#contract/shares.ts'
import { byPages } from '#providers/by-pages.ts'
import { Empty } from '../widgets/Empty.tsx'
import { NotLoaded } from '../widgets/NotLoaded.tsx'
import { SearchField } from '../widgets/SearchField.tsx'
import { ListSkeleton } from '../widgets/Skeleton.tsx'
import { ShareRows } from './ShareRows.tsx'

type Page = DataOf<typeof shares.list>
type Asked = { state: State; q: string; after: string }
const STATES = ['all', 'valid', 'expired'] as const
type State = (typeof STATES)[number]
type Props = {
  /** Identifies the list in query keys. */
  id: string
  load: (asked: Asked) => Promise<Page>
  /** Whether the list can be searched by name. */
  isSearched?: boolean
  none: string
  hint: string
}

/** Links with their state, newest first; each can be copied, edited, inspected and ended. */
export function ShareList({ id, load, isSearched, none, hint }: Props) {
  const { t } = useTranslation()
  const [state, setState] = useState<State>('all')
  const [q, setQ] = useState('')
  const query = useInfiniteQuery({
    queryKey: ['shares', id, state, q],
    ...byPages(({ after = '' }) => load({ state, q, after })),
    staleTime: 0,
  })
  const list = query.data?.pages.flatMap((page) => page.list) ?? []
  const isFiltered = state !== 'all' || q !== ''
  return (
    <div className="shares">
      <div className="shares-filters">
        <Segmented
          value={state}
          onChange={setState}
          aria-label={t('shares.filter')}
          options={STATES.map((value) => ({ value, label: t(`shares.filters.${value}`) }))}
        />
        {isSearched && <SearchField q={q} label={t('shares.search')} onSearch={setQ} />}
      </div>
      {query.isPending && <ListSkeleton />}
      {query.isError && <NotLoaded error={query.error} onRetry={query.refetch} />}
      {query.isSuccess && list.length === 0 && (
        <Empty title={isFiltered ? t('shares.noneFound') : none} hint={isFiltered ? '' : hint}>
          {isFiltered && (
            <Button
              onClick={() => {
                setState('all')
                setQ('')
              }}
            >
              {t('shares.showAll')}
            </Button>
          )}
        </Empty>
      )}
      <ShareRows list={list} />
      {query.hasNextPage && (
        <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('shares.more')}
        </Button>
      )}
    </div>
  )
}
