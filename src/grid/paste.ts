import { TABLE_CELLS_A_CHANGE } from '#contract/core/limits.ts'
import type { Block, Edit, Range, Size } from './types.ts'

/** Most cells that are copied, pasted or filled at once; more is a matter of import and export. */
export const BLOCK_CELLS = TABLE_CELLS_A_CHANGE

/**
 * Pastes texts from the first cell of the selection on, or repeats them if the selection is a multiple of their size.
 */
export function pasted(texts: readonly (readonly string[])[], { x, y, width, height }: Range): Block {
  const [high, wide] = [texts.length, texts[0]?.length ?? 0]
  const isMultiple = wide > 0 && width * height <= BLOCK_CELLS && width % wide === 0 && height % high === 0
  if (!isMultiple) return { at: { column: x, row: y }, texts }
  const repeated = Array.from({ length: height }, (_, row) =>
    Array.from({ length: width }, (_, column) => texts[row % high]?.[column % wide] ?? ''),
  )
  return { at: { column: x, row: y }, texts: repeated }
}

/** Rows and columns that a block needs beyond the end of the table. */
export const beyond = ({ at, texts }: Block, { columns, rows }: Size): Size => ({
  columns: Math.max(0, at.column + Math.max(0, ...texts.map((row) => row.length)) - columns),
  rows: Math.max(0, at.row + texts.length - rows),
})

export const editsOf = ({ at, texts }: Block): Edit[] =>
  texts.flatMap((row, y) => row.map((text, x) => ({ column: at.column + x, row: at.row + y, text })))
