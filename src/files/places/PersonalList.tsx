import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { isFolder } from '#contract/core/directory.ts'
import { favourites, type PersonalItem } from '#contract/favourites.ts'
import { spacePath } from '#contract/pages/paths.ts'
import { call } from '#providers/call.ts'
import { Empty } from '../../widgets/Empty.tsx'
import { FileIcon } from '../../widgets/file-icon.tsx'
import { formatBytes, formatDateTime } from '../../widgets/format.ts'
import { NotLoaded } from '../../widgets/NotLoaded.tsx'
import { shortcutHere } from '../../widgets/shortcut.ts'
import { ListSkeleton } from './ListSkeleton.tsx'

type Props = {
  which: 'favourites' | 'recent'
  onClose: () => void
  /** An additional button of a row. */
  buttonOf?: (item: PersonalItem, refresh: () => Promise<unknown>) => ReactNode
}

/** The address that opens a folder, or shows a file in its folder. */
function pathOf({ file, space }: PersonalItem): string {
  const query: Record<string, string> = isFolder(file)
    ? { folder: file.hash }
    : { folder: file.phash ?? '', select: file.hash }
  return `${spacePath(space.id, 'filesManage')}?${new URLSearchParams(query)}`
}

/** The user's favourites or recently opened items in all spaces, newest first. */
export function PersonalList({ which, onClose, buttonOf }: Props) {
  const { t, i18n } = useTranslation()
  const query = useInfiniteQuery({
    queryKey: ['favourites', which],
    queryFn: ({ pageParam }) => call(favourites[which], pageParam ? { after: pageParam } : {}, { quiet: true }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    staleTime: 0,
  })
  const items = query.data?.pages.flatMap((page) => page.list) ?? []
  return (
    <div className="trash">
      <div className="trash-head">
        <Button onClick={onClose}>{t('trash.back')}</Button>
        <h2>{t(`favourites.${which}.title`)}</h2>
        <span className="soft">{t(`favourites.${which}.hint`)}</span>
      </div>
      {query.isLoading && <ListSkeleton />}
      {query.isError && <NotLoaded error={query.error} onRetry={query.refetch} />}
      {query.isSuccess && !items.length && !query.hasNextPage && (
        <Empty
          title={t(`favourites.${which}.none`)}
          hint={t(`favourites.${which}.noneHint`, { key: shortcutHere('Ctrl+D') })}
        />
      )}
      <ul>
        {items.map((item) => (
          <li key={item.file.hash}>
            <FileIcon suffix={item.file.suffix} mime={item.file.mime} />
            <Link className="trash-properties" to={pathOf(item)}>
              <b>{item.file.name || item.space.name}</b>
              <small className="num">
                {item.space.name} · {item.file.path} · {formatBytes(item.file.size)} ·{' '}
                {formatDateTime(item.at, i18n.language)}
              </small>
            </Link>
            {buttonOf?.(item, () => query.refetch())}
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <div className="results-more">
          <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('spaces.more')}
          </Button>
        </div>
      )}
    </div>
  )
}
