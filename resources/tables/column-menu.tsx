import type { MenuProps } from 'antd'
import type { TFunction } from 'i18next'
import type { TableChange } from '#contract/tables/changes.ts'
import type { Column } from '#contract/tables/columns.ts'
import type { Question } from '#contract/tables/question.ts'
import type { ColumnDialogKind } from './column-changes.ts'
import type { View } from './use-view.ts'

type Ways = {
  column: Column
  columns: readonly Column[]
  view: View
  mayEdit: boolean
  isPast: boolean
  /** The rows that are seen, when those are not all, and how many they are. */
  scope: Question | null
  shown: number
  t: TFunction
  /** Changes values of the rows that are seen. */
  applyShown: (change: TableChange) => void
  ask: (kind: ColumnDialogKind) => void
  filterBy: () => void
  showStatistics: () => void
  showHistory: () => void
  fit: () => void
  /** Moves the column by one place. */
  move: (by: -1 | 1) => void
  /** Asks before the values of a column go. */
  confirm: (way: 'clear' | 'remove', change: TableChange) => void
}

/** Widths in px that a column takes without the mouse (our choice). */
const WIDTHS = [
  ['narrow', 90],
  ['medium', 180],
  ['wide', 360],
] as const

/** Types whose values are texts that can be changed as such. */
export const isTextual = (type: Column['type']) => type === 'text' || type === 'choice'

function lookItems({
  column,
  columns,
  view,
  isPast,
  t,
  filterBy,
  showStatistics,
  showHistory,
  fit,
}: Ways): MenuProps['items'] {
  const { state, question } = view
  const sortBy = (order: 'asc' | 'desc') => {
    const others = question.sort.filter((one) => one.column !== column.id)
    view.ask({ sort: [{ column: column.id, order }, ...others].slice(0, 10) })
  }
  const isSorted = question.sort.some((one) => one.column === column.id)
  const ofNow = isPast && { disabled: true, title: t('tables.past.onlyNow') }
  const place = columns.findIndex(({ id }) => id === column.id)
  return [
    { key: 'sortUp', label: t('tables.actions.sortUp'), onClick: () => sortBy('asc') },
    { key: 'sortDown', label: t('tables.actions.sortDown'), onClick: () => sortBy('desc') },
    ...(isSorted
      ? [
          {
            key: 'unsort',
            label: t('tables.actions.unsort'),
            onClick: () => view.ask({ sort: question.sort.filter((one) => one.column !== column.id) }),
          },
        ]
      : []),
    { key: 'filter', label: t('tables.actions.filter'), onClick: filterBy },
    {
      key: 'group',
      label: t(view.groupBy === column.id ? 'tables.actions.ungroup' : 'tables.actions.group'),
      onClick: () => view.ask({ groupBy: view.groupBy === column.id ? null : column.id }),
      ...ofNow,
    },
    { key: 'statistics', label: t('tables.actions.statistics'), onClick: showStatistics, ...ofNow },
    { key: 'history', label: t('tables.actions.history'), onClick: showHistory },
    { type: 'divider' },
    {
      key: 'hide',
      label: t('tables.actions.hide'),
      disabled: columns.length === 1,
      onClick: () => view.look({ hidden: [...state.hidden, column.id] }),
    },
    {
      key: 'freeze',
      label: t(state.frozen === place + 1 ? 'tables.actions.unfreeze' : 'tables.actions.freeze'),
      disabled: place >= 20,
      onClick: () => view.look({ frozen: state.frozen === place + 1 ? 0 : place + 1 }),
    },
    { key: 'fit', label: t('tables.actions.fit'), onClick: fit },
    {
      key: 'width',
      label: t('tables.actions.width'),
      children: WIDTHS.map(([width, px]) => ({
        key: width,
        label: t(`tables.widths.${width}`),
        onClick: () => view.look({ widths: { ...state.widths, [column.id]: px } }),
      })),
    },
  ]
}

function valueItems({ column, view, t, scope, shown, applyShown, ask, confirm }: Ways): MenuProps['items'] {
  const columns = [column.id]
  // “Above” and “beside” refer to the visible order.
  const seen = scope ?? (view.shown.sort.length > 0 ? view.shown : null)
  const { groupBy } = view
  const isText = isTextual(column.type)
  const transform = (what: 'upper' | 'lower' | 'trim') => ({
    key: what,
    label: t(`tables.actions.${what}`),
    disabled: !isText,
    onClick: () => applyShown({ kind: 'transform', columns, scope, how: { what } }),
  })
  const asked = (kind: ColumnDialogKind, isOff = !isText) => ({
    key: kind,
    label: t(`tables.actions.${kind}`),
    disabled: isOff,
    onClick: () => ask(kind),
  })
  const items: MenuProps['items'] = [
    transform('upper'),
    transform('lower'),
    transform('trim'),
    asked('prefix'),
    asked('suffix'),
    asked('replace'),
    { type: 'divider' },
    asked('fillValue', false),
    {
      key: 'fillAbove',
      label: t('tables.actions.fillAbove'),
      onClick: () => applyShown({ kind: 'fill', columns, scope: seen, how: { what: 'above', groupBy } }),
    },
    {
      key: 'fillLinear',
      label: t('tables.actions.fillLinear'),
      disabled: column.type !== 'number',
      onClick: () => applyShown({ kind: 'fill', columns, scope: seen, how: { what: 'linear', groupBy } }),
    },
    {
      key: 'clear',
      label: t('tables.actions.clear'),
      onClick: () => confirm('clear', { kind: 'clear', columns, scope }),
    },
  ]
  return scope ? [{ type: 'group', label: t('tables.onlyShown', { count: shown }), children: items }] : items
}

/** The menu of a column. */
export function columnItems(ways: Ways): MenuProps['items'] {
  const { column, columns, mayEdit, t, ask, confirm, move } = ways
  const place = columns.findIndex(({ id }) => id === column.id)
  const asked = (kind: ColumnDialogKind, isOff = false) => ({
    key: kind,
    label: t(`tables.actions.${kind}`),
    disabled: isOff,
    onClick: () => ask(kind),
  })
  const isComputed = column.formula !== null
  const changing: MenuProps['items'] = [
    { type: 'divider' },
    asked('describe'),
    asked('type', isComputed),
    asked('formula'),
    { key: 'values', label: t('tables.actions.values'), disabled: isComputed, children: valueItems(ways) },
    { type: 'divider' },
    { key: 'left', label: t('tables.actions.left'), disabled: place <= 0, onClick: () => move(-1) },
    { key: 'right', label: t('tables.actions.right'), disabled: place === columns.length - 1, onClick: () => move(1) },
    asked('insertBefore'),
    asked('insertAfter'),
    asked('duplicate'),
    asked('merge'),
    asked('split', column.type !== 'text'),
    { type: 'divider' },
    {
      key: 'remove',
      label: t('tables.actions.remove'),
      danger: true,
      onClick: () => confirm('remove', { kind: 'removeColumns', columns: [column.id] }),
    },
  ]
  return [...(lookItems(ways) ?? []), ...(mayEdit ? changing : [])]
}
