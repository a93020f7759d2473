import { useQueryClient } from '@tanstack/react-query'
import { Button, Segmented } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FileRecord } from '#contract/files.ts'
import type { Space } from '#contract/spaces.ts'
import { FilterBar } from '../search/FilterBar.tsx'
import { type Filters, hasFilters, queryOf } from '../search/filters.ts'
import { HitLines } from '../search/HitLines.tsx'
import { allHitsKey, useFind, useSearchText } from '../search/use-find.ts'
import { Empty } from '../widgets/Empty.tsx'
import { formatBytes } from '../widgets/format.ts'
import { NotLoaded } from '../widgets/NotLoaded.tsx'
import { ListSkeleton } from '../widgets/Skeleton.tsx'
import { followFiles } from './file-changes.ts'

/** Small pages, because each full-text hit makes the server read the whole text. */
const PAGE = 20
type Props = {
  space: Space
  q: string
  folder: FileRecord | null
  onOpen: (record: FileRecord) => void
  onShow: (record: FileRecord) => void
  onDone: () => void
}

/** Items whose name, headings, metadata or text match the query, below this folder or in the whole space. */
export default function SearchResults({ space, q, folder, onOpen, onShow, onDone }: Props) {
  const { t } = useTranslation()
  const [scope, setScope] = useState<'here' | 'space'>('here')
  const [filters, setFilters] = useState<Filters>({})
  const text = useSearchText(q)
  const hash = scope === 'here' ? folder?.hash : undefined
  const { hits, isPartial, ...query } = useFind(
    { q: text, spaceId: space.id, size: PAGE, ...(hash && { hash }), ...queryOf(filters) },
    text !== '',
  )
  const client = useQueryClient()
  useEffect(
    () => followFiles({ spaceId: space.id, load: () => void client.invalidateQueries({ queryKey: allHitsKey }) }),
    [client, space.id],
  )
  const isWaiting = query.isLoading || query.isPlaceholderData || text !== q.trim()
  return (
    <div className="results">
      <div className="results-head">
        <Segmented
          value={scope}
          onChange={setScope}
          aria-label={t('search.scope.label')}
          options={[
            { value: 'here', label: t('search.scope.here') },
            { value: 'space', label: t('search.scope.space') },
          ]}
        />
        <FilterBar space={space} filters={filters} onChange={setFilters} />
      </div>
      <p className="sr-only" role="status">
        {isWaiting ? t('search.looking') : t('search.count', { count: hits.length })}
      </p>
      {query.isError ? (
        <NotLoaded error={query.error} onRetry={query.refetch} />
      ) : hits.length ? (
        <ul aria-busy={isWaiting}>
          {hits.map((hit) => (
            <li key={`${hit.where} ${hit.file.hash}`}>
              <button type="button" className="hit" onClick={() => onOpen(hit.file)}>
                <HitLines hit={hit} />
                <span className="num">{formatBytes(hit.file.size)}</span>
              </button>
              <Button
                type="text"
                size="small"
                onClick={() => {
                  onShow(hit.file)
                  onDone()
                }}
              >
                {t('search.show')}
              </Button>
            </li>
          ))}
        </ul>
      ) : isWaiting ? (
        <ListSkeleton />
      ) : (
        !query.hasNextPage && (
          <Empty title={t('search.none', { q: text })} hint={t('search.noneHint')}>
            {hasFilters(filters) && <Button onClick={() => setFilters({})}>{t('search.filters.clear')}</Button>}
          </Empty>
        )
      )}
      {query.hasNextPage && (
        <div className="results-more">
          {isPartial && <p>{t('search.partial')}</p>}
          <Button loading={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
            {t(isPartial ? 'search.goOn' : 'search.more')}
          </Button>
        </div>
      )}
    </div>
  )
}
