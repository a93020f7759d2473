import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { can } from '#contract/core/policy.ts'
import type { Space } from '#contract/spaces.ts'
import { type TableRecord, tables } from '#contract/tables.ts'
import { byPages } from '#providers/by-pages.ts'
import { call } from '#providers/call.ts'
import { actorOf, useUser } from '#providers/session.ts'
import { useTrashedTables } from '#providers/use-trashed-tables.ts'
import { Empty } from '../../src/widgets/Empty.tsx'
import { formatBytes, formatDateTime } from '../../src/widgets/format.ts'
import { RecordList } from '../../src/widgets/RecordList.tsx'
import { SearchField } from '../../src/widgets/SearchField.tsx'
import { BackTitle } from './back-title.tsx'

/** The deleted tables of a space, which can be restored or permanently deleted. */
export function TableTrash({ space, onBack }: { space: Space; onBack: () => void }) {
  const { t } = useTranslation()
  const [q, setQ] = useState('')
  const trash = useTrashedTables()
  const query = useInfiniteQuery({
    queryKey: ['tables', space.id, 'trash', q],
    ...byPages((after) =>
      call(tables.list, { spaceId: space.id, ...(q && { q }), isTrashed: 'true', ...after }, { quiet: true }),
    ),
  })
  const columns = useColumns(space, trash)
  return (
    <section className="tables-page" aria-label={t('tables.trashTitle')}>
      <div className="tables-head">
        <BackTitle name={t('tables.trashTitle')} list={t('tables.trashBack')} onBack={onBack} />
        <span className="soft">{t('tables.trashKeeps', { count: trash.trashDays })}</span>
        <span className="space" />
        <SearchField label={t('tables.search')} q={q} onSearch={setQ} />
      </div>
      <RecordList
        query={query}
        label={t('tables.trashTitle')}
        rows={query.data?.pages.flatMap((page) => page.list) ?? []}
        keyOf={({ id }) => id}
        columns={columns}
        empty={<Empty title={t(q ? 'tables.noHit' : 'tables.noneInTrash')} />}
      />
    </section>
  )
}

function useColumns(space: Space, { restore, purge, daysLeft }: ReturnType<typeof useTrashedTables>) {
  const { t, i18n } = useTranslation()
  const mayDelete = can(actorOf(useUser()), 'table.delete', space)
  return [
    { key: 'name', label: t('tables.name.label'), render: ({ name }: TableRecord) => <b>{name}</b> },
    {
      key: 'size',
      label: t('tables.sizeTitle'),
      isNumeric: true,
      render: ({ rows, columns }: TableRecord) => t('tables.size', { count: rows, columns }),
    },
    { key: 'bytes', label: t('tables.bytes'), isNumeric: true, render: ({ bytes }: TableRecord) => formatBytes(bytes) },
    { key: 'maker', label: t('tables.maker'), render: ({ maker }: TableRecord) => maker.personName },
    {
      key: 'deleted',
      label: t('tables.deletedAt'),
      isNumeric: true,
      render: ({ trashedAt }: TableRecord) => trashedAt && formatDateTime(trashedAt, i18n.language),
    },
    {
      key: 'left',
      label: t('tables.daysLeft'),
      isNumeric: true,
      render: ({ trashedAt }: TableRecord) => t('tables.days', { count: daysLeft(trashedAt) }),
    },
    {
      key: 'ways',
      label: '',
      render: (table: TableRecord) => (
        <span className="table-trash-ways">
          <Button
            size="small"
            disabled={!mayDelete}
            onClick={() => void restore({ ...table, spaceId: space.id }).catch(() => undefined)}
          >
            {t('tables.putBack.button')}
          </Button>
          <Button
            size="small"
            type="text"
            danger
            disabled={!mayDelete}
            onClick={() => purge({ ...table, spaceId: space.id })}
          >
            {t('tables.purge.button')}
          </Button>
        </span>
      ),
    },
  ]
}
