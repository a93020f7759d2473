import { TABLE_CELLS_A_CHANGE } from '#contract/core/limits.ts'
import type { Block, Copied, Edit, Place, Range, Rectangle, Size } from './types.ts'

/** Most cells that are copied, pasted or filled at once; more is a matter of import and export. */
export const BLOCK_CELLS = TABLE_CELLS_A_CHANGE

/**
 * Pastes cells from the first cell of the selection on, or repeats them if the selection is a multiple of their size.
 */
export function pasted({ texts, exacts }: Copied, { x, y, width, height }: Range): Block {
  const at = { column: x, row: y }
  const [high, wide] = [texts.length, texts[0]?.length ?? 0]
  const isMultiple = wide > 0 && width * height <= BLOCK_CELLS && width % wide === 0 && height % high === 0
  if (!isMultiple) return { at, texts, exacts }
  const repeated = (cells: Rectangle<string>) =>
    Array.from({ length: height }, (_, row) =>
      Array.from({ length: width }, (_, column) => cells[row % high]?.[column % wide] ?? ''),
    )
  return { at, texts: repeated(texts), exacts: repeated(exacts) }
}

/** Rows and columns that a block needs beyond the end of the table. */
export const beyond = ({ at, texts }: Block, { columns, rows }: Size): Size => ({
  columns: Math.max(0, at.column + Math.max(0, ...texts.map((row) => row.length)) - columns),
  rows: Math.max(0, at.row + texts.length - rows),
})

/** A cell with its text, and the value behind it if it has one. */
export const editOf = (place: Place, text: string, exact: string | undefined): Edit => ({
  ...place,
  text,
  ...(exact && { exact }),
})
export const editsOf = ({ at, texts, exacts }: Block): Edit[] =>
  texts.flatMap((row, y) =>
    row.map((text, x) => editOf({ column: at.column + x, row: at.row + y }, text, exacts[y]?.[x])),
  )
