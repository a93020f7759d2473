import { useVirtualizer } from '@tanstack/react-virtual'
import { Button } from 'antd'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { usePagesFailure } from '../../src/grid/use-row-pages.ts'
import { NotLoaded } from '../../src/widgets/NotLoaded.tsx'
import { addRow } from './add-row.ts'
import type { TableContext } from './context.ts'
import { NoRows } from './no-rows.tsx'
import { showValue } from './show-value.ts'
import { useWords } from './use-words.ts'

/** Fields that a card shows below the first one at most; heights in px of a card without them, and of each. */
const [FIELDS, FRAME_PX, FIELD_PX] = [4, 36, 22]

/** The rows as cards, for screens too narrow for columns; a card opens its row. */
export function TableCards({ context }: { context: TableContext }) {
  const { t } = useTranslation()
  const { rows, columns, address, table, mayEdit } = context
  const { pages, counts } = rows
  const words = useWords(rows.names, context.table.columnList)
  const scroller = useRef<HTMLDivElement>(null)
  useSyncExternalStore(pages.subscribe, pages.version)
  const failure = usePagesFailure(pages)
  const cardPx = FRAME_PX + Math.max(1, Math.min(FIELDS, columns.length - 1)) * FIELD_PX
  const virtual = useVirtualizer({
    count: counts.matching,
    getScrollElement: () => scroller.current,
    estimateSize: () => cardPx,
    overscan: 4,
    useFlushSync: false,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: columns that come and go make every card another height
  useEffect(() => virtual.measure(), [virtual, cardPx])
  const items = virtual.getVirtualItems()
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0]
  useEffect(() => pages.see(first, last, counts.matching), [pages, first, last, counts.matching])
  const [title, ...rest] = columns
  if (failure) return <NotLoaded error={failure} onRetry={pages.retry} />
  const add = () => void addRow(context)
  if (counts.matching === 0) return <NoRows context={context} onAdd={add} />
  return (
    <div className="table-cards" ref={scroller}>
      <ul style={{ height: virtual.getTotalSize() }} aria-label={table.name}>
        {items.map(({ index, start }) => {
          const row = pages.rowAt(index)
          const viewOf = (column: (typeof columns)[number]) =>
            row &&
            showValue(
              column,
              row.cells.get(column.id) ?? null,
              row.errors[column.id],
              words,
              row.broken?.includes(column.id),
            )
          const said = (column: (typeof columns)[number]) => {
            const view = viewOf(column)
            return view ? (view.shown ?? view.text) : '…'
          }
          return (
            <li key={index} style={{ transform: `translateY(${start}px)`, height: cardPx }}>
              <button type="button" onClick={() => address.expand(index)}>
                <b>{title ? said(title) || t('tables.row.title', { row: index + 1 }) : index + 1}</b>
                {rest.slice(0, FIELDS).map((column) => (
                  <span key={column.id} className={viewOf(column)?.problem && 'wrong'} title={viewOf(column)?.problem}>
                    <small>{column.name}</small> {said(column)}
                  </span>
                ))}
              </button>
            </li>
          )
        })}
      </ul>
      {mayEdit && (
        <Button type="dashed" onClick={add}>
          {t('grid.addRow')}
        </Button>
      )}
    </div>
  )
}
