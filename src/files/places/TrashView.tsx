import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { App, Button } from 'antd'
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
import { EmptyTrash } from './EmptyTrash.tsx'
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
  const changed = () => Promise.all([client.invalidateQueries({ queryKey: key }), context.reload()])

  async function restore(item: TrashRecord) {
    const record = await call(trash.restore, { id: item.id, spaceId })
    await changed()
    void message.success(t('trash.restored', { path: record.path }))
  }
  const purge = (item: TrashRecord) =>
    modal.confirm({
      title: t('trash.purgeAsk', { name: item.name }),
      content: t('trash.purgeHint'),
      okText: t('trash.purge'),
      okButtonProps: { danger: true },
      onOk: async () => {
        await call(trash.purge, { spaceId, idList: [item.id] })
        await changed()
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
      {query.isLoading && <div className="skeleton" style={{ height: 160, margin: 24 }} aria-busy="true" />}
      {query.isError && <NotLoaded error={query.error} onRetry={query.refetch} />}
      {query.isSuccess && items.length === 0 && <Empty title={t('trash.none')} hint={t('trash.noneHint')} />}
      <ul>
        {items.map((item) => (
          <li key={item.id}>
            <FileIcon suffix={item.suffix} mime={item.mime} />
            <TrashProperties item={item} />
            <Button size="small" onClick={() => void restore(item)}>
              {t('trash.restore')}
            </Button>
            <Button
              size="small"
              type="text"
              danger
              disabled={
                !can(context.actor, 'file.delete', { space: context.policyContext, authorId: item.author.personId })
              }
              onClick={() => purge(item)}
            >
              {t('trash.purge')}
            </Button>
          </li>
        ))}
      </ul>
      {query.hasNextPage && <Button onClick={() => query.fetchNextPage()}>{t('spaces.more')}</Button>}
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
