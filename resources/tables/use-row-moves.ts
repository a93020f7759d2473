import type { Selected } from '../../src/grid/types.ts'
import type { TableContext } from './context.ts'

/** The rows that go along with a row: all that are selected if it is one of them. */
export function movedSpan(from: number, selected: Selected | null): { from: number; count: number } {
  const span = selected?.rows.find(([first, end]) => from >= first && from < end)
  if (span) return { from: span[0], count: span[1] - span[0] }
  const range = selected?.spot?.range
  if (range && from >= range.y && from < range.y + range.height) return { from: range.y, count: range.height }
  return { from, count: 1 }
}

/** Whether all rows are shown in their own order: only then can they be moved. */
export const isInOwnOrder = ({ view, groups }: Pick<TableContext, 'view' | 'groups'>) =>
  view.question.sort.length === 0 && groups === null

/** Moves rows to the place of another one; undefined where they can't be moved. */
export function useRowMoves(context: TableContext, selected: () => Selected | null) {
  const { rows, changes, mayEdit } = context
  if (!mayEdit || !isInOwnOrder(context)) return undefined
  return (from: number, to: number, span = movedSpan(from, selected())) => {
    const isInside = to >= span.from && to < span.from + span.count
    if (isInside) return
    // Moved down, rows are placed after the target row; moved up, before it.
    const before = to > from ? to : to - 1
    void changes.inTurn(async () => {
      const { signal } = new AbortController()
      const moved = await rows.pages.read(span.from, span.count, signal)
      const [above] = before < 0 ? [] : await rows.pages.read(before, 1, signal)
      if (moved.length === 0 || (before >= 0 && !above)) return null
      return changes.send({ kind: 'moveRows', rows: moved.map(({ id }) => id), behind: above?.id ?? null })
    })
  }
}
