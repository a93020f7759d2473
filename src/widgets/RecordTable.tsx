import { type ReactNode, useEffect, useRef } from 'react'
import { useCards } from './viewport.ts'
import './records.css'

export type Column<Row> = {
  key: string
  label: string
  render: (row: Row) => ReactNode
  /** The server's sort key; absent if the column cannot be sorted. */
  sort?: string
  /** Numbers and times are right-aligned. */
  isNumeric?: boolean
}
type Sort = { by: string; order: 'asc' | 'desc'; onSort: (by: string) => void }
type Selection<Row> = {
  keys: ReadonlySet<string>
  onChange: (keys: ReadonlySet<string>) => void
  allLabel: string
  labelOf: (row: Row) => string
}
export type TableProps<Row> = {
  label: string
  rows: readonly Row[]
  keyOf: (row: Row) => string
  columns: readonly Column<Row>[]
  /** Renders a row as a card on narrow screens; without it a card shows the columns one below the other. */
  card?: (row: Row) => ReactNode
  sort?: Sort
  selection?: Selection<Row>
  /** Key of the row whose drawer is open. */
  openKey?: string
  /** The rows belong to a previous query and are shown until the new answer arrives. */
  isStale?: boolean
  children?: ReactNode
}

/**
 * The table of all administration pages: sticky head, selectable rows, cards on narrow screens. A link with the class
 * `records-open` covers its whole row. `children` are shown below the last row and scroll with the rows.
 */
export function RecordTable<Row>(props: TableProps<Row>) {
  const areCards = useCards()
  return (
    <div className="records" aria-busy={props.isStale || undefined}>
      {areCards ? <Cards {...props} /> : <Table {...props} />}
      {props.children}
    </div>
  )
}

function Table<Row>({ label, rows, keyOf, columns, sort, selection, openKey }: TableProps<Row>) {
  return (
    <table aria-label={label}>
      <thead>
        <tr>
          {selection && (
            <th className="records-select">
              <SelectAll rows={rows} keyOf={keyOf} selection={selection} />
            </th>
          )}
          {columns.map((column) => (
            <Heading key={column.key} column={column} sort={sort} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)} data-open={keyOf(row) === openKey} data-selected={selection?.keys.has(keyOf(row))}>
            {selection && (
              <td className="records-select">
                <SelectRow row={row} keyOf={keyOf} selection={selection} />
              </td>
            )}
            {columns.map((column) => (
              <td key={column.key} className={column.isNumeric ? 'end' : undefined}>
                {column.render(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Heading<Row>({ column, sort }: { column: Column<Row>; sort?: Sort }) {
  const className = column.isNumeric ? 'end' : undefined
  if (!sort || !column.sort) {
    return (
      <th scope="col" className={className}>
        {column.label}
      </th>
    )
  }
  const by = column.sort
  const direction = sort.by === by ? sort.order : null
  const spoken = direction === 'asc' ? 'ascending' : direction === 'desc' ? 'descending' : 'none'
  return (
    <th scope="col" className={className} aria-sort={spoken}>
      <button type="button" onClick={() => sort.onSort(by)}>
        {column.label}
        <i aria-hidden="true">{direction === 'asc' ? '↑' : direction === 'desc' ? '↓' : ''}</i>
      </button>
    </th>
  )
}

function Cards<Row>({ label, rows, keyOf, columns, card, selection, openKey }: TableProps<Row>) {
  const cells = (row: Row) => (
    <div className="record-card record-cells">
      {columns.map(({ key, label, isNumeric, render }) => (
        <div key={key} className={isNumeric ? 'record-figure' : undefined}>
          {/* A number tells nothing without its heading. */}
          {isNumeric && <small>{label}</small>}
          {render(row)}
        </div>
      ))}
    </div>
  )
  return (
    <ul aria-label={label}>
      {rows.map((row) => (
        <li key={keyOf(row)} data-open={keyOf(row) === openKey} data-selected={selection?.keys.has(keyOf(row))}>
          {selection && <SelectRow row={row} keyOf={keyOf} selection={selection} />}
          <div>{(card ?? cells)(row)}</div>
        </li>
      ))}
    </ul>
  )
}

type SelectProps<Row> = { keyOf: (row: Row) => string; selection: Selection<Row> }

function SelectRow<Row>({ row, keyOf, selection }: SelectProps<Row> & { row: Row }) {
  const key = keyOf(row)
  function toggle() {
    const keys = new Set(selection.keys)
    if (!keys.delete(key)) keys.add(key)
    selection.onChange(keys)
  }
  return (
    <input type="checkbox" checked={selection.keys.has(key)} onChange={toggle} aria-label={selection.labelOf(row)} />
  )
}

/** Selects all loaded rows; indeterminate while only some are selected. */
function SelectAll<Row>({ rows, keyOf, selection }: SelectProps<Row> & { rows: readonly Row[] }) {
  const box = useRef<HTMLInputElement>(null)
  const count = rows.filter((row) => selection.keys.has(keyOf(row))).length
  const isAll = count > 0 && count === rows.length
  useEffect(() => {
    if (box.current) box.current.indeterminate = count > 0 && !isAll
  }, [count, isAll])
  return (
    <input
      ref={box}
      type="checkbox"
      checked={isAll}
      disabled={rows.length === 0}
      onChange={() => selection.onChange(isAll ? new Set() : new Set(rows.map(keyOf)))}
      aria-label={selection.allLabel}
    />
  )
}

/** Placeholder of a loading table. */
export function RecordSkeleton({ rows = 8 }: { rows?: number }) {
  return (
    <div className="records" aria-busy="true">
      {Array.from({ length: rows }, (_, i) => (
        <div key={i} className="records-skeleton">
          <span className="skeleton" />
          <span className="skeleton" />
          <span className="skeleton" />
        </div>
      ))}
    </div>
  )
}
