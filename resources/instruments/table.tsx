import { Button } from 'antd'
import type { ComponentProps, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Instrument } from '#contract/instruments.ts'
import { Empty } from '../../src/widgets/Empty.tsx'
import { NotLoaded } from '../../src/widgets/NotLoaded.tsx'
import { RecordMore } from '../../src/widgets/RecordMore.tsx'
import { type Column, RecordSkeleton, RecordTable } from '../../src/widgets/RecordTable.tsx'
import { type Address, filtersOf } from './address.ts'
import './instruments.css'

type Query = ComponentProps<typeof RecordMore>['query'] & {
  isLoading: boolean
  isError: boolean
  error: unknown
  isPlaceholderData: boolean
  refetch: () => unknown
}
type Props<Row> = {
  address: Address
  query: Query
  rows: readonly Row[]
  columns: Column<Row>[]
  card: (row: Row) => ReactNode
  /** Shown when there is nothing and no filter hides it. */
  empty: ReactNode
  size?: ComponentProps<typeof RecordMore>['size']
}

/** A list of instruments, or what stands in its place: on its way, not loaded, empty, or nothing found. */
export function InstrumentTable<Row extends Instrument>({
  address,
  query,
  rows,
  columns,
  card,
  empty,
  size,
}: Props<Row>) {
  const { t } = useTranslation()
  const { view, sortBy, clear, instrument } = address
  if (query.isLoading) return <RecordSkeleton rows={8} />
  if (query.isError && !rows.length) return <NotLoaded error={query.error} onRetry={query.refetch} />
  if (!rows.length && Object.keys(filtersOf(view)).length)
    return (
      <Empty title={t('instruments.noHit')} hint={t('instruments.noHitHint')}>
        <Button onClick={clear}>{t('common.clear')}</Button>
      </Empty>
    )
  if (!rows.length) return empty
  return (
    <RecordTable
      label={t('instruments.title')}
      rows={rows}
      keyOf={({ id }) => id}
      columns={columns}
      card={card}
      sort={{ by: view.sort, order: view.order, onSort: sortBy }}
      openKey={instrument}
      isStale={query.isPlaceholderData}
    >
      <RecordMore query={query} count={rows.length} size={size} />
    </RecordTable>
  )
}
