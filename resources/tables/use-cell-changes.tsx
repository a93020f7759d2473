import { App } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cellText } from '#contract/cells.ts'
import { TABLE_CELLS_A_CHANGE } from '#contract/core/limits.ts'
import type { Column } from '#contract/tables/columns.ts'
import type { DataTable } from '#contract/tables.ts'
import { CallFailure, sentenceOf } from '#providers/failures.ts'
import type { Block, Edit, Range } from '../../src/grid/types.ts'
import {
  type CellsChange,
  changeOf,
  forced,
  type Read,
  type ReadCell,
  readEdits,
  written as rowWith,
  type Written,
  withoutConflicts,
} from './cell-edits.ts'
import type { TableContext } from './context.ts'
import { valueOfExact } from './exact-value.ts'
import type { GridRow } from './grid-row.ts'
import { newNames, type PasteChange, pasteBeside, pasteOf } from './paste-beyond.ts'
import { readValue } from './read-value.ts'
import { RefusedCells } from './refused-cells.tsx'
import { refusingRule } from './show-value.ts'
import { unfitWords } from './unfit-words.ts'
import type { Changes } from './use-changes.tsx'
import type { Rows } from './use-rows.ts'

type Shown = Pick<TableContext, 'table' | 'rows' | 'columns' | 'changes' | 'isPast'>
/** Told of the cells that are written. */
type Note = (written: readonly Written[]) => void

/** Cells kept from an ended session that the server refuses, as lines of texts; the first line are the columns. */
type NotSavedCells = { reason: string; text: string }
const textOf = ({ columns: ids, rows }: CellsChange, columns: readonly Column[]) =>
  [ids.map((id) => columns.find((one) => one.id === id)?.name ?? ''), ...rows.map(({ values }) => values.map(cellText))]
    .map((cells) => cells.join('\t'))
    .join('\n')

/** Writing into the cells of the grid: at once in the page, then on the server, and back if it is refused there. */
export function useCellChanges({ table, rows, columns, changes, isPast }: Shown, note: Note) {
  const { t } = useTranslation()
  const { modal, message } = App.useApp()
  const { pages } = rows
  const idOf = (name: string) => {
    for (const [id, known] of rows.names) if (known === name) return id
    return undefined
  }
  const read: ReadCell = (column, text, exact) =>
    (exact && valueOfExact(column, exact, table.spaceId)) || readValue(column, text, idOf)

  /** Shows the cells before the server has them. */
  function show(written: readonly Written[]) {
    const byPlace = Map.groupBy(written, ({ place }) => place)
    for (const [place, cells] of byPlace) {
      const row = pages.rowAt(place)
      if (row && row.id === cells[0]?.row.id) pages.put(place, rowWith(row, cells))
    }
  }
  function write(written: readonly Written[]) {
    const change = changeOf(written)
    if (!change) return
    if (change.columns.length * change.rows.length > TABLE_CELLS_A_CHANGE)
      return void message.error(t('tables.tooManyCells', { count: TABLE_CELLS_A_CHANGE }))
    show(written)
    note(written)
    void send(change)
  }
  const sendResolved = (change: CellsChange, isKept = false) =>
    changes.resolve(change, { send: (one) => changes.sendCells(one, isKept), over: forced, beside: withoutConflicts })
  const send = (change: CellsChange) => changes.inTurn(() => sendResolved(change), change)
  const [notSaved, setNotSaved] = useState<NotSavedCells | null>(null)
  const sendUnsent = useEffectEvent(async () => {
    const { count, refused, reason } = await changes.sendKept(async (change) => {
      const failed = await changes.inTurn(() =>
        sendResolved(change, true).then(
          () => null,
          (failure: unknown) => ({ failure }),
        ),
      )
      if (failed) throw failed.failure
    })
    if (count) void message.success(t('tables.unsentSaved', { count }))
    if (refused.length) setNotSaved({ reason, text: refused.map((change) => textOf(change, columns)).join('\n\n') })
  })
  useEffect(() => {
    if (isPast) return
    // What the server doesn't take now stays kept; the page says so where there is an answer.
    sendUnsent().catch((failure) => failure instanceof CallFailure && message.error(sentenceOf(failure)))
  }, [message, isPast])
  /** Asks before only a part of what was pasted is written. */
  function writeRead({ written, refused }: Read) {
    if (refused.length === 0) return write(written)
    modal.confirm({
      title: t('tables.refused.title', { count: refused.length }),
      content: <RefusedCells refused={refused} />,
      okText: t('tables.refused.rest', { count: written.length }),
      okButtonProps: { disabled: written.length === 0 },
      cancelText: t('common.cancel'),
      onOk: () => write(written),
    })
  }
  async function rowsOf(edits: readonly { row: number }[]): Promise<(place: number) => GridRow | undefined> {
    const missing = edits.map(({ row }) => row).filter((row) => pages.rowAt(row) === undefined)
    if (missing.length === 0) return pages.rowAt
    const [from, to] = spread(missing)
    const read = await pages.read(from, to - from + 1, new AbortController().signal)
    return (place) => pages.rowAt(place) ?? read[place - from]
  }
  const edit = (edits: readonly Edit[]) =>
    void rowsOf(edits).then(
      (rowAt) => writeRead(readEdits(edits, columns, rowAt, read)),
      () => message.error(t('grid.notice.failed')),
    )
  const clear = (ranges: readonly Range[]) => {
    const cells = ranges.reduce((sum, { width, height }) => sum + width * height, 0)
    if (cells > TABLE_CELLS_A_CHANGE)
      return void message.error(t('tables.tooManyCells', { count: TABLE_CELLS_A_CHANGE }))
    const edits = ranges.flatMap(({ x, y, width, height }) =>
      Array.from({ length: width * height }, (_, i) => ({
        column: x + (i % width),
        row: y + Math.floor(i / width),
        text: '',
      })),
    )
    edit(edits.filter(({ column }) => columns[column]?.formula === null))
  }
  const check = ({ column: at }: { column: number }, text: string): string | null => {
    const column = columns[at]
    if (!column) return null
    const value = read(column, text)
    const rule = value === undefined ? null : refusingRule(column, value)
    return value === undefined || rule ? unfitWords(t, column, text, rule) : null
  }
  const discard = () => {
    changes.dropKept()
    setNotSaved(null)
  }
  return {
    edit,
    clear,
    check,
    notSaved,
    discard,
    pasteBeyond: usePasteBeyond({ rows, columns, table, changes, rowsOf, read }),
  }
}

const spread = (all: readonly number[]): [number, number] =>
  all.reduce<[number, number]>(
    ([low, high], one) => [Math.min(low, one), Math.max(high, one)],
    [Number.MAX_SAFE_INTEGER, 0],
  )

type Beyond = {
  rows: Rows
  columns: readonly Column[]
  table: DataTable
  changes: Changes
  rowsOf: (places: readonly { row: number }[]) => Promise<(place: number) => GridRow | undefined>
  read: ReadCell
}

/** Offers the rows and columns that a block needs which was pasted beyond the table. */
function usePasteBeyond({ rows, columns, table, changes, rowsOf, read }: Beyond) {
  const { t } = useTranslation()
  const { modal, message } = App.useApp()
  function send(change: PasteChange) {
    void changes.inTurn(() => changes.resolve(change, { send: changes.send, over: forced, beside: pasteBeside }))
  }
  async function ask(block: Block) {
    const { at, texts } = block
    const within = texts.slice(0, Math.max(0, rows.lines - at.row)).map((_, y) => ({ row: at.row + y }))
    const rowAt = await rowsOf(within)
    const named = newNames(table.columnList, (number) => t('tables.beyond.name', { number }))
    const nameOf = (place: number) => named(place + table.columnList.length - columns.length + 1)
    const { change, refused } = pasteOf(block, { columns, rowAt, lines: rows.lines, read, nameOf })
    const parts = [
      ...(change.added.length ? [t('tables.beyond.rows', { count: change.added.length })] : []),
      ...(change.newColumns.length ? [t('tables.beyond.columns', { count: change.newColumns.length })] : []),
    ]
    modal.confirm({
      title: t('tables.beyond.title', { what: parts.join(t('tables.beyond.and')) }),
      content: refused.length > 0 && (
        <>
          {t('tables.beyond.refused', { count: refused.length })}
          <RefusedCells refused={refused} />
        </>
      ),
      okText: t('tables.beyond.add'),
      cancelText: t('common.cancel'),
      onOk: () => send(change),
    })
  }
  return (block: Block) => void ask(block).catch(() => message.error(t('grid.notice.failed')))
}
