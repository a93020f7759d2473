import { useInfiniteList } from '@refinedev/core'
import { keepPreviousData } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ManagedSpace } from '#contract/managed-spaces.ts'
import { useColumnChoice } from '../../src/widgets/ColumnChooser.tsx'
import { Empty } from '../../src/widgets/Empty.tsx'
import { RecordList } from '../../src/widgets/RecordList.tsx'
import { usePageSize } from '../../src/widgets/RecordMore.tsx'
import { useSelectedRows } from '../../src/widgets/use-selected-rows.ts'
import { type Address, askedOf, useAddress } from './address.ts'
import { BulkBar } from './bulk.tsx'
import { SpaceCard } from './card.tsx'
import { columnChoice, useColumns } from './columns.tsx'
import { firstOrder, ListTools, SpaceFilters } from './filters.tsx'
import { Records } from './records.tsx'
import { ShowSpace } from './show.tsx'
import './managed-spaces.css'

/**
 * All spaces of the site and the administrators' actions on them; filters and the open space are stored in the address.
 */
export default function ManagedSpaceList() {
  const { t } = useTranslation()
  const address = useAddress()
  const { tab } = address.view
  return (
    <div className="managed-page">
      <nav className="record-tabs" aria-label={t('managedSpaces.title')}>
        {(['all', 'records'] as const).map((one) => (
          <Link key={one} to={address.tabPath(one)} aria-current={one === tab ? 'page' : undefined}>
            {t(`managedSpaces.tabs.${one}`)}
          </Link>
        ))}
      </nav>
      {tab === 'all' ? <Spaces address={address} /> : <Records address={address} />}
      <ShowSpace address={address} />
    </div>
  )
}

function Spaces({ address }: { address: Address }) {
  const { t } = useTranslation()
  const { view, setView, pathOf } = address
  const { shown, choose } = useColumnChoice(columnChoice)
  const columns = useColumns(shown, ({ id }) => pathOf(id))
  const asked = askedOf(view)
  const size = usePageSize()
  const [selected, setSelected] = useSelectedRows(JSON.stringify(asked))
  const { query } = useInfiniteList<ManagedSpace>({
    resource: 'managedSpaces',
    pagination: { pageSize: size.value },
    filters: Object.entries(asked).map(([field, value]) => ({ field, operator: 'eq' as const, value })),
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
      <SpaceFilters address={address} tags={rows.flatMap((space) => space.tags)}>
        <ListTools view={address.view} shown={shown} onChoose={choose} />
      </SpaceFilters>
      <RecordList
        query={query}
        label={t('managedSpaces.title')}
        rows={rows}
        keyOf={(space) => space.id}
        columns={columns}
        card={(space) => <SpaceCard space={space} path={pathOf(space.id)} />}
        sort={{ by: view.sort, order: view.order, onSort: sortBy }}
        selection={{
          keys: selected,
          onChange: setSelected,
          allLabel: t('managedSpaces.bulk.all'),
          labelOf: (space) => t('managedSpaces.bulk.one', { name: space.name }),
        }}
        openKey={address.open}
        total={t('spaces.total', { count: rows.length })}
        size={size}
        empty={<Nothing address={address} />}
      />
      <BulkBar spaces={rows.filter((space) => selected.has(space.id))} onClear={() => setSelected(new Set())} />
    </>
  )
}

function Nothing({ address }: { address: Address }) {
  const { t } = useTranslation()
  if (Object.keys(askedOf(address.view)).length)
    return (
      <Empty title={t('managedSpaces.noHit')} hint={t('managedSpaces.noHitHint')}>
        <Button onClick={address.clear}>{t('common.clear')}</Button>
      </Empty>
    )
  return (
    <Empty title={t('managedSpaces.none')} hint={t('managedSpaces.noneHint')}>
      <Link className="btn primary" to="/space">
        {t('managedSpaces.toSpaces')}
      </Link>
    </Empty>
  )
}
