import type { UndoStep } from '#contract/tables/changes.ts'

/** As many rows as are seen to change in the grid (our choice). */
const SEEN_ROWS = 9

/** Whether undoing a step changes more than what is seen at once: not single cells or rows, but whole rows or columns. */
export function isWide({ kind, touched }: Pick<UndoStep, 'kind' | 'touched'>): boolean {
  if (kind === 'cells') return touched > SEEN_ROWS
  if (kind === 'addRows' || kind === 'removeRows' || kind === 'moveRows') return touched > 1
  return true
}

/** Kinds of steps that add rows, of hand or of an import, and those that add columns: undoing them removes these. */
const ADDING = {
  rows: ['addRows', 'duplicateRows'],
  imported: ['import'],
  columns: ['addColumn', 'duplicateColumn'],
} as const satisfies Record<string, readonly UndoStep['kind'][]>
type Removed = keyof typeof ADDING

/** What undoing or redoing a step removes; null if it changes values or puts back. */
export function removedBy(way: 'undo' | 'redo', { kind }: Pick<UndoStep, 'kind'>): Removed | null {
  if (way === 'redo') return kind === 'removeRows' ? 'rows' : kind === 'removeColumns' ? 'columns' : null
  const kinds = Object.keys(ADDING) as Removed[]
  return kinds.find((one) => (ADDING[one] as readonly string[]).includes(kind)) ?? null
}
