import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PublicationDetails } from '#contract/publications.ts'
import type { CellRange } from '#contract/reviews.ts'
import { useReview } from './review.tsx'
import type { ReviewTarget } from './review-target.ts'

const FrozenTable = lazy(async () => ({ default: (await import('./frozen-table.tsx')).FrozenTable }))

type Props = {
  publication: PublicationDetails
  maySeeRows: boolean
  /** Absent for those who only look. */
  onComment?: (target: ReviewTarget) => void
}

/** The tables of a version: what they hold, and their rows for those who review or prepare it. */
export function FrozenTables({ publication: { id, tables, transfer }, maySeeRows, onComment }: Props) {
  const { t } = useTranslation()
  const [shown, setShown] = useState<string | null>(null)
  const table = tables.find((one) => one.id === shown)
  const comment = (range: CellRange) => {
    const names = table?.columns ?? []
    const [left, right] = [names[range.left - 1], names[range.right - 1]]
    setShown(null)
    onComment?.({
      cells: { ...range, tableName: table?.name ?? '', leftName: left?.name ?? '', rightName: right?.name ?? '' },
    })
  }
  return (
    <section>
      <h4>{t('publications.tables')}</h4>
      <ul className="publication-tables">
        {tables.map(({ id: tableId, name, rows, columns }) => (
          <li key={tableId}>
            <b>{name}</b> {/* Before it is frozen, nothing is counted. */}
            {transfer !== 'transmitting' && t('publications.rowsAndColumns', { rows, columns: columns.length })}{' '}
            {maySeeRows && (
              <Button size="small" aria-label={t('reviews.cells.openOf', { name })} onClick={() => setShown(tableId)}>
                {t('reviews.cells.open')}
              </Button>
            )}
            <small>{columns.map(({ name: column, unit }) => (unit ? `${column} (${unit})` : column)).join(', ')}</small>
          </li>
        ))}
      </ul>
      {table && (
        <Suspense>
          <Commented id={id} table={table} onClose={() => setShown(null)} onComment={onComment && comment} />
        </Suspense>
      )}
    </section>
  )
}

type Shown = Omit<Parameters<typeof FrozenTable>[0], 'threads'>
function Commented(props: Shown) {
  const { data } = useReview(props.id)
  return <FrozenTable {...props} threads={data?.threads ?? []} />
}
