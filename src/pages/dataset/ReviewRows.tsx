import { useTranslation } from 'react-i18next'
import { REVIEW_LINK_ROWS } from '#contract/core/limits.ts'
import { reviewRowsPath } from '#contract/pages/paths.ts'
import type { ReviewView } from '#contract/reviews.ts'
import { formatCount } from '../../widgets/format.ts'
import { Rows } from './Tables.tsx'

type Table = ReviewView['tables'][number]
type Cell = NonNullable<ReviewView['shown']>['rows'][number][number]
type Props = { code: string; table: Table; shown: ReviewView['shown'] }

const textOf = (cell: Cell) => (Array.isArray(cell) ? cell.join(', ') : cell === null ? '' : String(cell))

/** The rows of a table of a submission, page by page; without a script each page is an address. */
export function ReviewRows({ code, table, shown }: Props) {
  const { t, i18n } = useTranslation()
  if (shown?.table !== table.id) {
    return (
      <p className="paging">
        <a
          className="btn"
          href={reviewRowsPath(code, table.id, 0)}
          rel="nofollow"
          aria-label={t('datasets.review.showRowsOf', table)}
        >
          {t('datasets.review.rows')}
        </a>
      </p>
    )
  }
  const { first, rows } = shown
  const end = first + rows.length
  const count = (value: number) => formatCount(value, i18n.language)
  const span = t('datasets.review.span', { from: count(first + 1), to: count(end), all: count(table.rows) })
  return (
    <>
      {rows.length > 0 && (
        <Rows
          label={t('datasets.review.rowsOf', table)}
          caption={span}
          columns={table.columns}
          rows={rows.map((row) => row.map(textOf))}
        />
      )}
      <nav className="paging" aria-label={t('datasets.review.pagesOf', table)}>
        {first > 0 && (
          <a className="btn" rel="prev" href={reviewRowsPath(code, table.id, Math.max(0, first - REVIEW_LINK_ROWS))}>
            {t('datasets.review.previous')}
          </a>
        )}
        {end < table.rows && rows.length > 0 && (
          <a className="btn" rel="next" href={reviewRowsPath(code, table.id, end)}>
            {t('datasets.review.next')}
          </a>
        )}
      </nav>
    </>
  )
}
