import { useInfiniteList } from '@refinedev/core'
import { keepPreviousData } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import type { User } from '#contract/users.ts'
import { ColumnChooser, useColumnChoice } from '../../src/widgets/ColumnChooser.tsx'
import { Empty } from '../../src/widgets/Empty.tsx'
import { RecordList } from '../../src/widgets/RecordList.tsx'
import { usePageSize } from '../../src/widgets/RecordMore.tsx'
import { useSelectedRows } from '../../src/widgets/use-selected-rows.ts'
import { useCards } from '../../src/widgets/viewport.ts'
import { type Address, type Filters, useAddress } from './address.ts'
import { BulkBar } from './bulk.tsx'
import { UserCard } from './card.tsx'
import { Certificates } from './certificates.tsx'
import { columnChoice, useColumns } from './columns.tsx'
import { CreateUser } from './create.tsx'
import { firstOrder, UserFilters } from './filters.tsx'
import { ImportUsers } from './import.tsx'
import { Invitations } from './invitations.tsx'
import { ExportButton, ListActions } from './list-actions.tsx'
import { Numbers } from './numbers.tsx'
import { ShowUser } from './show.tsx'
import './users.css'

/** All accounts; filters and the layer above the list are stored in the address. */
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
      <Certificates isOpen={panel === 'certificates'} onClose={close} />
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

function Records({ address }: { address: Address }) {
  const { t } = useTranslation()
  const { view, setView, layerPath } = address
  const { shown, choose } = useColumnChoice(columnChoice)
  const areCards = useCards()
  const columns = useColumns(shown, ({ id }) => layerPath({ user: id }))
  const filters = asFilters(view)
  const size = usePageSize()
  const [selected, setSelected] = useSelectedRows(JSON.stringify(filters))
  const { query } = useInfiniteList<User>({
    resource: 'users',
    pagination: { pageSize: size.value },
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
        {!areCards && (
          <ColumnChooser
            choosable={columnChoice.choosable}
            shown={shown}
            labelOf={(key) => t(`users.columns.${key}`)}
            onChoose={choose}
          />
        )}
      </UserFilters>
      <RecordList
        query={query}
        label={t('users.title')}
        rows={rows}
        keyOf={(user) => user.id}
        columns={columns}
        card={(user) => <UserCard user={user} path={layerPath({ user: user.id })} />}
        sort={{ by: view.sort, order: view.order, onSort: sortBy }}
        selection={{
          keys: selected,
          onChange: setSelected,
          allLabel: t('users.bulk.all'),
          labelOf: (user) => t('users.bulk.one', { name: user.name }),
        }}
        openKey={address.user}
        total={t('users.total', { count: rows.length })}
        size={size}
        empty={<Nothing address={address} />}
      />
      <BulkBar users={rows.filter((user) => selected.has(user.id))} onClear={() => setSelected(new Set())} />
    </>
  )
}

function Nothing({ address }: { address: Address }) {
  const { t } = useTranslation()
  const { q, role, state, status, online } = address.view
  if (q || role || state || status || online) {
    return (
      <Empty title={t('users.noHit')} hint={t('users.noHitHint')}>
        <Button onClick={address.clear}>{t('common.clear')}</Button>
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
