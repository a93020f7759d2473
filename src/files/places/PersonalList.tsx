import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { isFolder } from '#contract/core/directory.ts'
import { favourites, type PersonalItem } from '#contract/favourites.ts'
import { spacePath } from '#contract/pages/paths.ts'
import { byPages } from '#providers/by-pages.ts'
import { call } from '#providers/call.ts'
import { Empty } from '../../widgets/Empty.tsx'
import { FileIcon } from '../../widgets/file-icon.tsx'
import { formatBytes, formatDateTime } from '../../widgets/format.ts'
import { MoreButton } from '../../widgets/MoreButton.tsx'
import { NotLoaded } from '../../widgets/NotLoaded.tsx'
import { ListSkeleton } from '../../widgets/Skeleton.tsx'
import { shortcutHere } from '../../widgets/shortcut.ts'
import { PlaceFrame } from './PlaceFrame.tsx'

type Props = {
  which: 'favourites' | 'recent'
  /** Back to the folder; a page of its own has none. */
  onClose?: (() => void) | undefined
  /** An additional button of a row. */
  buttonOf?: (item: PersonalItem, refresh: () => Promise<unknown>) => ReactNode
}

/** The address that opens a folder, or a file above its folder. */
function pathOf({ file, space }: PersonalItem): string {
  const query: Record<string, string> = isFolder(file)
    ? { folder: file.hash }
    : { folder: file.phash ?? '', select: file.hash, preview: file.hash }
  return `${spacePath(space.id, 'filesManage')}?${new URLSearchParams(query)}`
}

/** The space of an item and the folder in it. */
const placeOf = ({ file, space }: PersonalItem) => [space.name, ...file.path.split('/').slice(1, -1)].join(' / ')

/** The user's favourites or recently opened items in all spaces, newest first. */
export function PersonalList({ which, onClose, buttonOf }: Props) {
  const { t, i18n } = useTranslation()
  const query = useInfiniteQuery({
    queryKey: ['favourites', which],
    ...byPages((after) => call(favourites[which], after, { quiet: true })),
    staleTime: 0,
  })
  const items = query.data?.pages.flatMap((page) => page.list) ?? []
  return (
    <PlaceFrame title={t(`favourites.${which}.title`)} hint={t(`favourites.${which}.hint`)} onClose={onClose}>
      {query.isLoading && <ListSkeleton />}
      {query.isError && !items.length && <NotLoaded error={query.error} onRetry={query.refetch} />}
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
            <Link className="trash-properties personal" to={pathOf(item)}>
              <b>{item.file.name || item.space.name}</b>
              <small>{placeOf(item)}</small>
              <small className="num">
                {formatBytes(item.file.size)} ·{' '}
                {t(`favourites.${which}.at`, { time: formatDateTime(item.at, i18n.language) })}
              </small>
            </Link>
            {buttonOf?.(item, () => query.refetch())}
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <div className="results-more">
          <MoreButton query={query} size="middle" />
        </div>
      )}
    </PlaceFrame>
  )
}
