import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnswerColumn, AnswerPage } from '#contract/queries/answer.ts'
import type { Look } from '#contract/queries/query.ts'
import type { Cell } from '#contract/tables/columns.ts'
import { DataGrid } from '../../../src/grid/DataGrid.tsx'
import type { Anchor } from '../../../src/grid/props.ts'
import { usePagesFailure, useRowPages } from '../../../src/grid/use-row-pages.ts'
import { Empty } from '../../../src/widgets/Empty.tsx'
import { NotLoaded } from '../../../src/widgets/NotLoaded.tsx'
import { gridColumns } from '../grid-columns.ts'
import { MenuAt } from '../menu-at.tsx'
import { showValue } from '../show-value.ts'
import { useWords } from '../use-words.ts'
import { asColumn, byPlace, sortedBy } from './columns.ts'

type Part = { first: number; count: number; isCounted: boolean }
/** Reads a part of the rows; a new function means a new query. */
export type ReadPart = (part: Part, signal: AbortSignal) => Promise<AnswerPage>
type Row = { cells: readonly Cell[] }
type Props = {
  label: string
  spaceId: string
  columns: readonly AnswerColumn[]
  look: Look
  onLook: (look: Look) => void
  /** Opens the conditions with another one on this column. */
  onFilter?: (column: AnswerColumn) => void
  read: ReadPart
  onPage?: (page: AnswerPage) => void
  isSmall?: boolean
  footer?: (answered: AnswerPage | null) => ReactNode
}

/** Rows of the first request, before their number is known (our choice). */
const FIRST_ROWS = 100

/** The rows of an answer in a read-only grid, loaded when they become visible. */
export function AnswerGrid({ label, spaceId, columns, look, onLook, onFilter, read, onPage, isSmall, footer }: Props) {
  const { t } = useTranslation()
  const names = useRef(new Map<string, string>())
  const [answered, setAnswered] = useState<AnswerPage | null>(null)
  const [matching, setMatching] = useState<number | null>(null)
  const [menu, setMenu] = useState<{ column: AnswerColumn; at: Anchor } | null>(null)
  const load = useCallback(
    async (first: number, count: number, signal: AbortSignal): Promise<Row[]> => {
      const page = await read({ first, count, isCounted: first === 0 }, signal)
      for (const [id, name] of Object.entries(page.names)) names.current.set(id, name)
      if (page.matching !== null) setMatching(page.matching)
      if (first === 0) {
        setAnswered(page)
        onPage?.(page)
      }
      return page.rows.map((cells) => ({ cells }))
    },
    [read, onPage],
  )
  const pages = useRowPages(load)
  const failure = usePagesFailure(pages)
  const words = useWords(names.current, undefined, spaceId)
  const known = useMemo(() => columns.map(asColumn), [columns])
  const shown = useMemo(() => {
    const sort = look.sort.map(({ field, order }) => ({
      column: columns.findIndex(({ key }) => key === field) + 1,
      order,
    }))
    return gridColumns(known, { state: { widths: {} }, question: { filter: byPlace(look.filter, columns), sort } }, t)
  }, [known, columns, look, t])
  const cellOf = useCallback(
    (row: Row, at: number) => {
      const column = known[at]
      return column ? showValue(column, row.cells[at] ?? null, undefined, words) : { kind: 'text' as const, text: '' }
    },
    [known, words],
  )
  const order = menu && look.sort.find(({ field }) => field === menu.column.key)?.order
  const items = menu && [
    ...(['asc', 'desc'] as const).map((one) => ({
      key: one,
      label: t(one === 'asc' ? 'tables.actions.sortUp' : 'tables.actions.sortDown'),
      disabled: order === one,
      onClick: () => onLook({ ...look, sort: sortedBy(look.sort, menu.column.key, one) }),
    })),
    {
      key: 'unsort',
      label: t('tables.actions.unsort'),
      disabled: !order,
      onClick: () => onLook({ ...look, sort: sortedBy(look.sort, menu.column.key, null) }),
    },
    ...(onFilter ? [{ key: 'filter', label: t('tables.actions.filter'), onClick: () => onFilter(menu.column) }] : []),
  ]
  if (failure) return <NotLoaded error={failure} onRetry={pages.retry} />
  return (
    <>
      <div className="table-body">
        <DataGrid
          label={label}
          columns={shown}
          count={matching ?? FIRST_ROWS}
          pages={pages}
          cellOf={cellOf}
          isSmall={isSmall}
          onHeaderMenu={(at, anchor) => {
            const column = columns[at]
            if (column) setMenu({ column, at: anchor })
          }}
        />
        {matching === 0 && <Empty title={t('dataViews.noRows')} />}
      </div>
      {menu && items && <MenuAt at={menu.at} items={items} label={menu.column.name} onClose={() => setMenu(null)} />}
      {footer?.(answered)}
    </>
  )
}
