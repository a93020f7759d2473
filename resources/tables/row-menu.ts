import { App, type MenuProps } from 'antd'
import { useTranslation } from 'react-i18next'
import { TABLE_CELLS_A_CHANGE } from '#contract/core/limits.ts'
import { sentenceOf } from '#providers/call.ts'
import { formsOf } from '../../src/grid/clipboard-text.ts'
import type { Copied, Place, Range, Selected } from '../../src/grid/types.ts'
import { copyForms } from '../../src/widgets/copy-text.ts'
import { addRow } from './add-row.ts'
import type { TableContext } from './context.ts'

type Ways = {
  expand: (row: number) => void
  clear: (ranges: readonly Range[]) => void
  edit: (place: Place) => void
  /** Asks before all rows that are shown go, however many. */
  removeShown: () => void
  copied: (place: Place) => Copied
  /** Asks where the rows are to go; absent where rows have no order of their own. */
  move?: ((span: { from: number; count: number }) => void) | undefined
}

/** The rows that a menu is about: those selected if the cell is one of them, otherwise its own. */
function spanOf(place: Place, selected: Selected | null): readonly [from: number, to: number][] {
  const spans = selected?.rows ?? []
  if (spans.some(([from, to]) => place.row >= from && place.row < to)) return spans.map(([from, to]) => [from, to])
  const range = selected?.spot?.range
  if (range && place.row >= range.y && place.row < range.y + range.height) return [[range.y, range.y + range.height]]
  return [[place.row, place.row + 1]]
}

/** The menu of a cell and its row, or of the selected rows. */
export function useRowItems(context: TableContext, selected: () => Selected | null) {
  const { rows, groups, columns, changes, mayEdit, isPast, address, showHistory } = context
  const { t } = useTranslation()
  const { message } = App.useApp()
  const { pages } = rows

  async function idsOf(spans: readonly (readonly [number, number])[]): Promise<number[]> {
    const ids: number[] = []
    for (const [from, to] of spans)
      for (const { id, heading } of await pages.read(from, to - from, new AbortController().signal))
        if (heading === undefined) ids.push(id)
    return ids
  }
  return (place: Place, { expand, clear, edit, removeShown, copied, move }: Ways): MenuProps['items'] => {
    const spans = spanOf(place, selected())
    const count = spans.reduce((sum, [from, to]) => sum + to - from, 0)
    const isTooMany = count > TABLE_CELLS_A_CHANGE
    const isAll = groups === null && count >= rows.lines
    const most = isTooMany ? t('tables.row.tooMany', { count: TABLE_CELLS_A_CHANGE }) : ''
    const withRows = (kind: 'duplicateRows' | 'removeRows') => () =>
      void idsOf(spans).then(
        (ids) => changes.apply({ kind, rows: ids }),
        (failure: unknown) => message.error(sentenceOf(failure)),
      )
    const row = pages.rowAt(place.row)
    const column = columns[place.column]
    if (row?.heading !== undefined) return []
    const copy = () =>
      void copyForms(formsOf(copied(place))).catch((failure: unknown) => message.error(sentenceOf(failure)))
    const insert = (behind: number | null | undefined) => () =>
      void addRow(context, behind === undefined ? {} : { behind })
    const above = place.row === 0 ? null : pages.rowAt(place.row - 1)?.id
    const changing: MenuProps['items'] = [
      {
        key: 'edit',
        label: t('tables.cell.edit'),
        disabled: !row || column?.formula !== null,
        onClick: () => edit(place),
      },
      {
        key: 'clear',
        label: t('tables.cell.clear'),
        onClick: () => clear([{ x: place.column, y: place.row, width: 1, height: 1 }]),
      },
      { type: 'divider' },
      { key: 'above', label: t('tables.row.above'), disabled: above === undefined, onClick: insert(above) },
      { key: 'below', label: t('tables.row.below'), disabled: !row, onClick: insert(row?.id) },
      {
        key: 'duplicate',
        label: t('tables.row.duplicate', { count }),
        title: most,
        disabled: isTooMany,
        onClick: withRows('duplicateRows'),
      },
      {
        key: 'move',
        label: t('tables.row.moveTo'),
        title: move ? most : t('tables.row.moveHint'),
        disabled: !move || isTooMany || spans.length !== 1,
        onClick: () => move?.({ from: spans[0]?.[0] ?? place.row, count }),
      },
      {
        key: 'remove',
        label: t('tables.row.remove', { count }),
        danger: true,
        title: isAll ? '' : most,
        disabled: isTooMany && !isAll,
        onClick: isTooMany ? removeShown : withRows('removeRows'),
      },
    ]
    return [
      { key: 'expand', label: t('tables.row.expand'), disabled: !row, onClick: () => row && expand(place.row) },
      { key: 'copy', label: t('tables.cell.copy'), onClick: copy },
      {
        key: 'comments',
        label: t('tables.cell.comments'),
        title: isPast ? t('tables.past.onlyNow') : '',
        disabled: !row || !column || isPast,
        onClick: () => row && column && address.comment({ row: row.id, column: column.id }),
      },
      {
        key: 'history',
        label: t('tables.cell.history'),
        disabled: !row || !column,
        onClick: () => row && column && showHistory({ row: row.id, column: column.id }),
      },
      {
        key: 'rowHistory',
        label: t('tables.row.history'),
        disabled: !row,
        onClick: () => row && showHistory({ row: row.id }),
      },
      ...(mayEdit ? changing : []),
    ]
  }
}
