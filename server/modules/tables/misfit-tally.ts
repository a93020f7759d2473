import { columnLetters } from '#contract/core/column-letters.ts'
import type { MisfitReason, UnfitValues } from '#contract/table-files.ts'
import type { MisfitRow } from '#server/table-files/convert.ts'
import { storable } from './import-store.ts'

/** Columns and reasons that are told, their first values, and the characters of each (our choice). */
const TOLD = { most: 20, examples: 3, characters: 60 }
type Found = { index: number; reason: MisfitReason; count: number; examples: UnfitValues['examples'] }

/** Counts values that do not fit, by column and reason, and remembers the first of each; goes on from those `before`. */
export function misfitTally(headings: readonly string[], before: ReadonlyMap<string, Found> = new Map()): MisfitTally {
  const found = new Map([...before].map(([key, one]) => [key, { ...one, examples: [...one.examples] }]))
  function add(rows: readonly MisfitRow[]): void {
    for (const { row, cells, reasons } of rows)
      for (const [index, reason] of Object.entries(reasons)) {
        const key = `${index} ${reason}`
        const one = found.get(key) ?? { index: Number(index), reason, count: 0, examples: [] }
        one.count += 1
        if (one.examples.length < TOLD.examples)
          one.examples.push({ row, text: storable((cells[one.index] ?? '').slice(0, TOLD.characters)) })
        found.set(key, one)
      }
  }
  /** The columns with most values that do not fit, in the order of the file. */
  function told(): UnfitValues[] {
    const most = [...found.values()].sort((a, b) => b.count - a.count).slice(0, TOLD.most)
    return most
      .sort((a, b) => a.index - b.index)
      .map(({ index, ...one }) => ({ column: headings[index] || columnLetters(index), ...one }))
  }
  /** Another one that goes on from here: a transaction that may be begun again counts in its own. */
  const copy = (): MisfitTally => misfitTally(headings, found)
  return { add, told, copy }
}
export type MisfitTally = {
  add(rows: readonly MisfitRow[]): void
  told(): UnfitValues[]
  copy(): MisfitTally
}
