import { useInfiniteList } from '@refinedev/core'
import { keepPreviousData } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LIST_DEFAULT_SIZE } from '#contract/limits.ts'
import type { User } from '#contract/users.ts'
import { Empty } from '../../src/widgets/Empty.tsx'
import { RecordSkeleton, RecordTable } from '../../src/widgets/RecordTable.tsx'
import { type Address, type Filters, useAddress } from './address.ts'
import { BulkBar } from './bulk.tsx'
import { UserCard } from './card.tsx'
import { ColumnChooser, useColumnChoice, useColumns } from './columns.tsx'
import { CreateUser } from './create.tsx'
import { firstOrder, UserFilters } from './filters.tsx'
import { ImportUsers } from './import.tsx'
import { Invitations } from './invitations.tsx'
import { ExportButton, ListActions } from './list-actions.tsx'
import { Numbers } from './numbers.tsx'
import { ShowUser } from './show.tsx'
import './users.css'

/** All accounts; how they are filtered and what lies above the list stands in the address. */
export default function UserList() {
  const address = useAddress()
  const { panel, close } = address
  return (
    <div className="users-page">
      <div className="users-head">
        <Numbers />
        <ListActions address={address} />
      </div>
      <Records address={address} />
      <CreateUser isOpen={panel === 'create'} onClose={close} />
      <ImportUsers isOpen={panel === 'import'} onClose={close} />
      <Invitations isOpen={panel === 'invitations'} onClose={close} />
      <ShowUser address={address} />
    </div>
  )
}

const asFilters = ({ q, role, state, status, online }: Filters) =>
  Object.entries({ q, role, state, status, online }).map(([field, value]) => ({
    field,
    operator: 'eq' as const,
    value,
  }))

/** Marked rows, forgotten when the list is filtered anew. */
function useMarked(question: string) {
  const [marked, setMarked] = useState({ question, keys: new Set<string>() as ReadonlySet<string> })
  const keys: ReadonlySet<string> = marked.question === question ? marked.keys : new Set()
  return [keys, (next: ReadonlySet<string>) => setMarked({ question, keys: next })] as const
}

function Records({ address }: { address: Address }) {
  const { t } = useTranslation()
  const { view, setView, layerPath } = address
  const { shown, choose } = useColumnChoice()
  const columns = useColumns(shown, ({ id }) => layerPath({ user: id }))
  const filters = asFilters(view)
  const [marked, setMarked] = useMarked(JSON.stringify(filters))
  const { query } = useInfiniteList<User>({
    resource: 'users',
    pagination: { pageSize: LIST_DEFAULT_SIZE },
    filters,
    sorters: [{ field: view.sort, order: view.order }],
    queryOptions: { placeholderData: keepPreviousData },
  })
  const rows = query.data?.pages.flatMap((page) => page.data) ?? []
  const sortBy = (by: string) => {
    const sort = by as typeof view.sort
    setView({ sort, order: view.sort !== sort ? firstOrder(sort) : view.order === 'asc' ? 'desc' : 'asc' })
  }
  return (
    <>
      <UserFilters address={address}>
        <ExportButton address={address} />
        <ColumnChooser shown={shown} onChoose={choose} />
      </UserFilters>
      {query.isLoading ? (
        <RecordSkeleton rows={12} />
      ) : query.isError && !rows.length ? (
        <Empty title={t('errors.network')}>
          <Button onClick={() => query.refetch()}>{t('errors.retry')}</Button>
        </Empty>
      ) : rows.length ? (
        <RecordTable
          label={t('users.title')}
          rows={rows}
          keyOf={(user) => user.id}
          columns={columns}
          card={(user) => <UserCard user={user} path={layerPath({ user: user.id })} />}
          sort={{ by: view.sort, order: view.order, onSort: sortBy }}
          selection={{
            keys: marked,
            onChange: setMarked,
            allLabel: t('users.bulk.all'),
            labelOf: (user) => t('users.bulk.one', { name: user.name }),
          }}
          openKey={address.user}
          isStale={query.isPlaceholderData}
        >
          <More query={query} count={rows.length} />
        </RecordTable>
      ) : (
        <Nothing address={address} />
      )}
      <BulkBar users={rows.filter((user) => marked.has(user.id))} onClear={() => setMarked(new Set())} />
    </>
  )
}

type MoreQuery = {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
}

/** How many rows are there, and the way to the next ones. */
function More({ query, count }: { query: MoreQuery; count: number }) {
  const { t } = useTranslation()
  return (
    <div className="records-more num">
      <span>{query.hasNextPage ? t('users.shown', { count }) : t('users.shownAll', { count })}</span>
      {query.hasNextPage && (
        <Button size="small" loading={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
          {query.isFetchNextPageError ? t('errors.retry') : t('users.more')}
        </Button>
      )}
      {query.isFetchNextPageError && <span role="alert">{t('errors.network')}</span>}
    </div>
  )
}

function Nothing({ address }: { address: Address }) {
  const { t } = useTranslation()
  const { q, role, state, status, online } = address.view
  if (q || role || state || status || online) {
    return (
      <Empty title={t('users.noHit')} hint={t('users.noHitHint')}>
        <Button onClick={address.clear}>{t('users.filters.clear')}</Button>
      </Empty>
    )
  }
  return (
    <Empty title={t('users.none')} hint={t('users.noneHint')}>
      <Button type="primary" onClick={() => address.open({ panel: 'create' })}>
        {t('users.create')}
      </Button>
    </Empty>
  )
}
