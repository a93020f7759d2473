import { Button } from 'antd'
import type { ComponentProps, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Instrument } from '#contract/instruments.ts'
import { Empty } from '../../src/widgets/Empty.tsx'
import { type ListQuery, RecordList } from '../../src/widgets/RecordList.tsx'
import type { RecordMore } from '../../src/widgets/RecordMore.tsx'
import type { Column } from '../../src/widgets/RecordTable.tsx'
import { type Address, filtersOf } from './address.ts'
import './instruments.css'

type Props<Row> = {
  address: Address
  query: ListQuery
  rows: readonly Row[]
  columns: Column<Row>[]
  card: (row: Row) => ReactNode
  /** Shown when there is nothing and no filter hides it. */
  empty: ReactNode
  size?: ComponentProps<typeof RecordMore>['size']
}

/** A list of instruments; a skeleton, an error or an empty state in its place. */
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
  const nothing = Object.keys(filtersOf(view)).length ? (
    <Empty title={t('instruments.noHit')} hint={t('instruments.noHitHint')}>
      <Button onClick={clear}>{t('common.clear')}</Button>
    </Empty>
  ) : (
    empty
  )
  return (
    <RecordList
      query={query}
      label={t('instruments.title')}
      rows={rows}
      keyOf={({ id }) => id}
      columns={columns}
      card={card}
      sort={{ by: view.sort, order: view.order, onSort: sortBy }}
      openKey={instrument}
      size={size}
      empty={nothing}
    />
  )
}
