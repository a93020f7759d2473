import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { App, Button, Checkbox } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TRASH_KEEP_DAYS } from '#contract/core/limits.ts'
import { can } from '#contract/core/policy.ts'
import { type TrashRecord, trash } from '#contract/files.ts'
import { call } from '#providers/call.ts'
import { Empty } from '../../widgets/Empty.tsx'
import { FileIcon } from '../../widgets/file-icon.tsx'
import { formatBytes, formatDateTime } from '../../widgets/format.ts'
import { NotLoaded } from '../../widgets/NotLoaded.tsx'
import { batches } from '../undo-steps.ts'
import { EmptyTrash } from './EmptyTrash.tsx'
import { ListSkeleton } from './ListSkeleton.tsx'
import type { PlaceProps } from './place.ts'

/** The deleted items of the space, which can be restored or permanently deleted. */
export default function TrashView({ context, onClose }: PlaceProps) {
  const { t } = useTranslation()
  const { modal, message } = App.useApp()
  const client = useQueryClient()
  const [isEmptying, setEmptying] = useState(false)
  const spaceId = context.space.id
  const key = ['trash', spaceId]
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam }) => call(trash.list, { spaceId, ...(pageParam && { after: pageParam }) }, { quiet: true }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    staleTime: 0,
  })
  const items = query.data?.pages.flatMap((page) => page.list) ?? []
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set())
  const selected = items.filter(({ id }) => chosen.has(id))
  const changed = () => {
    choose(new Set())
    return Promise.all([client.invalidateQueries({ queryKey: key }), context.reload()])
  }

  async function restore(some: readonly TrashRecord[]) {
    const paths: string[] = []
    try {
      for (const batch of batches(some)) {
        const { list } = await call(trash.restoreMany, { spaceId, idList: batch.map(({ id }) => id) })
        paths.push(...list.map(({ path }) => path))
      }
    } finally {
      await changed()
    }
    const [path] = paths
    void message.success(
      paths.length === 1 ? t('trash.restored', { path }) : t('trash.restoredMany', { count: paths.length }),
    )
  }
  const mayPurge = ({ author }: TrashRecord) =>
    can(context.actor, 'file.delete', { space: context.policyContext, authorId: author.personId })
  const purge = (some: readonly TrashRecord[]) =>
    modal.confirm({
      title:
        some.length === 1 ? t('trash.purgeAsk', { name: some[0]?.name }) : t('trash.emptyAsk', { count: some.length }),
      content: t('trash.purgeHint'),
      okText: t('trash.purge'),
      okButtonProps: { danger: true },
      onOk: async () => {
        try {
          for (const batch of batches(some)) await call(trash.purge, { spaceId, idList: batch.map(({ id }) => id) })
        } finally {
          await changed()
        }
      },
    })
  return (
    <div className="trash">
      <div className="trash-head">
        <Button onClick={onClose}>{t('trash.back')}</Button>
        <h2>{t('trash.title')}</h2>
        <span className="soft">{t('trash.keeps', { count: TRASH_KEEP_DAYS })}</span>
        {items.length > 0 && (
          <Button danger onClick={() => setEmptying(true)}>
            {t('trash.empty')}
          </Button>
        )}
      </div>
      {query.isLoading && <ListSkeleton />}
      {query.isError && <NotLoaded error={query.error} onRetry={query.refetch} />}
      {query.isSuccess && items.length === 0 && <Empty title={t('trash.none')} hint={t('trash.noneHint')} />}
      {items.length > 0 && (
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
      )}
      <ul>
        {items.map((item) => (
          <li key={item.id} data-chosen={chosen.has(item.id)}>
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
            <TrashProperties item={item} />
            <Button size="small" onClick={() => void restore([item])}>
              {t('trash.restore')}
            </Button>
            <Button size="small" type="text" danger disabled={!mayPurge(item)} onClick={() => purge([item])}>
              {t('trash.purge')}
            </Button>
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
      {isEmptying && <EmptyTrash context={context} onDone={changed} onClose={() => setEmptying(false)} />}
    </div>
  )
}

function TrashProperties({ item }: { item: TrashRecord }) {
  const { t, i18n } = useTranslation()
  return (
    <span className="trash-properties">
      <b>{item.name}</b>
      <small className="num">
        {t('trash.from', { path: item.path })} · {formatBytes(item.size)} ·{' '}
        {t('trash.by', { name: item.deletedBy.personName, time: formatDateTime(item.deleteTime, i18n.language) })}
      </small>
    </span>
  )
}
