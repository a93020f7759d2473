import { useInfiniteQuery } from '@tanstack/react-query'
import { Button, Segmented } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FileRecord } from '#contract/files.ts'
import { search } from '#contract/search.ts'
import type { Space } from '#contract/spaces.ts'
import { call } from '#providers/call.ts'
import { Empty } from '../widgets/Empty.tsx'
import { FileIcon } from '../widgets/file-icon.tsx'
import { formatBytes } from '../widgets/format.ts'

const PAGE = 50
type Props = {
  space: Space
  q: string
  folder: FileRecord | null
  onOpen: (record: FileRecord) => void
  onShow: (record: FileRecord) => void
  onDone: () => void
}

/** Names that hold the text, below this folder or in the whole space. */
export function SearchResults({ space, q, folder, onOpen, onShow, onDone }: Props) {
  const { t } = useTranslation()
  const [scope, setScope] = useState<'here' | 'space'>('here')
  const text = useDeferredValue(q.trim())
  const hash = scope === 'here' ? folder?.hash : undefined
  const query = useInfiniteQuery({
    queryKey: ['search', space.id, hash, text],
    queryFn: ({ pageParam }) =>
      call(
        search.find,
        { spaceId: space.id, q: text, size: PAGE, ...(hash && { hash }), ...(pageParam && { after: pageParam }) },
        { quiet: true },
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    enabled: text !== '',
  })
  const hits = query.data?.pages.flatMap((page) => page.list) ?? []
  return (
    <div className="results">
      <div className="results-head">
        <Segmented
          value={scope}
          onChange={setScope}
          options={[
            { value: 'here', label: t('files.search.here') },
            { value: 'space', label: t('files.search.space') },
          ]}
        />
      </div>
      {query.isError ? (
        <Empty title={t('errors.network')}>
          <Button onClick={() => query.refetch()}>{t('errors.retry')}</Button>
        </Empty>
      ) : query.isLoading ? (
        <div className="skeleton" style={{ height: 120, margin: 16 }} />
      ) : hits.length === 0 ? (
        <Empty title={t('files.search.none', { q: text })} hint={t('files.search.noneHint')} />
      ) : (
        <ul>
          {hits.map(({ file: record }) => (
            <li key={record.hash}>
              <button type="button" className="hit" onClick={() => onOpen(record)}>
                <FileIcon suffix={record.suffix} mime={record.mime} />
                <span>
                  <b>
                    <Highlighted text={record.name} part={text} />
                  </b>
                  <small>{record.path}</small>
                </span>
                <span className="num">{formatBytes(record.size)}</span>
              </button>
              <Button
                type="text"
                size="small"
                onClick={() => {
                  onShow(record)
                  onDone()
                }}
              >
                {t('files.search.show')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <div className="results-more">
          <Button loading={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
            {t('spaces.more')}
          </Button>
        </div>
      )}
    </div>
  )
}

function Highlighted({ text, part }: { text: string; part: string }) {
  const at = text.toLowerCase().indexOf(part.toLowerCase())
  if (at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, at + part.length)}</mark>
      {text.slice(at + part.length)}
    </>
  )
}
