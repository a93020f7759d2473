import { Button, Checkbox } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { TrashRecord } from '#contract/files.ts'
import { spacePath } from '#contract/pages/paths.ts'
import { Empty } from '../../widgets/Empty.tsx'
import { FileIcon } from '../../widgets/file-icon.tsx'
import { formatBytes, formatDateTime } from '../../widgets/format.ts'
import { MoreButton } from '../../widgets/MoreButton.tsx'
import { NotLoaded } from '../../widgets/NotLoaded.tsx'
import { ListSkeleton } from '../../widgets/Skeleton.tsx'
import type { Trash } from './use-trash.ts'

type Props = {
  trash: Trash
  namesSpaces?: boolean
  /** Deleted tables are listed above: without files the trash is not empty. */
  isBelowTables?: boolean
}

/** The rows of the trash, one or several of which can be restored or permanently deleted. */
export function TrashList({ trash, namesSpaces = false, isBelowTables = false }: Props) {
  const { t } = useTranslation()
  const { query, items } = trash
  return (
    <>
      {query.isLoading && <ListSkeleton />}
      {query.isError && !items.length && <NotLoaded error={query.error} onRetry={query.refetch} />}
      {query.isSuccess && items.length === 0 && (
        <Empty title={t(isBelowTables ? 'trash.noFiles' : 'trash.none')} hint={t('trash.noneHint')} />
      )}
      {items.length > 0 && <Chosen trash={trash} />}
      <ul>
        {items.map((item) => (
          <Row key={item.id} item={item} trash={trash} namesSpaces={namesSpaces} />
        ))}
      </ul>
      {query.hasNextPage && (
        <div className="results-more">
          <MoreButton query={query} size="middle" />
        </div>
      )}
    </>
  )
}

function Chosen({ trash: { items, chosen, choose, restore, purge, mayPurge } }: { trash: Trash }) {
  const { t } = useTranslation()
  const selected = items.filter(({ id }) => chosen.has(id))
  return (
    <div className="trash-chosen">
      <Checkbox
        checked={selected.length === items.length}
        indeterminate={selected.length > 0 && selected.length < items.length}
        onChange={({ target }) => choose(new Set(target.checked ? items.map(({ id }) => id) : []))}
      >
        {selected.length
          ? t('files.selected', {
              count: selected.length,
              size: formatBytes(selected.reduce((sum, { size }) => sum + size, 0)),
            })
          : t('files.actions.selectAll')}
      </Checkbox>
      <Button size="small" disabled={!selected.length} onClick={() => void restore(selected)}>
        {t('trash.restoreSelected')}
      </Button>
      <Button
        size="small"
        danger
        disabled={!selected.length || !selected.every(mayPurge)}
        onClick={() => purge(selected)}
      >
        {t('trash.purgeSelected')}
      </Button>
    </div>
  )
}

type RowProps = { item: TrashRecord; trash: Trash; namesSpaces: boolean }

function Row({ item, trash: { chosen, choose, restore, purge, mayPurge, spaceOf }, namesSpaces }: RowProps) {
  const { t, i18n } = useTranslation()
  const space = namesSpaces ? spaceOf(item) : undefined
  return (
    <li data-chosen={chosen.has(item.id)}>
      <Checkbox
        checked={chosen.has(item.id)}
        aria-label={item.name}
        onChange={({ target }) => {
          const next = new Set(chosen)
          target.checked ? next.add(item.id) : next.delete(item.id)
          choose(next)
        }}
      />
      <FileIcon suffix={item.suffix} mime={item.mime} />
      <span className="trash-properties">
        <b>{item.name}</b>
        <small className="num">
          {space && (
            <>
              <Link to={spacePath(space.id, 'filesManage')}>{space.name}</Link> ·{' '}
            </>
          )}
          {t('trash.from', { path: item.path })} · {formatBytes(item.size)} ·{' '}
          {t('trash.by', { name: item.deletedBy.personName, time: formatDateTime(item.deleteTime, i18n.language) })}
        </small>
      </span>
      <Button size="small" onClick={() => void restore([item])}>
        {t('trash.restore')}
      </Button>
      <Button size="small" type="text" danger disabled={!mayPurge(item)} onClick={() => purge([item])}>
        {t('trash.purge')}
      </Button>
    </li>
  )
}
