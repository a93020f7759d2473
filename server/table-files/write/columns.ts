import type { Cell, CellType } from '#contract/tables/columns.ts'

/**
 * A column to write. `decimals`: the most digits behind the point of its numbers, and `digits` the most before it,
 * where they are known: a format with decimals of a fixed size needs them.
 */
export type WrittenColumn = { name: string; type: CellType; size?: { digits: number; decimals: number } | undefined }
/** Rows in pieces; each has a cell for every column, files and people as their names. */
export type WrittenRows = AsyncIterable<readonly (readonly Cell[])[]>

/** Text is passed on in pieces of about this many characters. */
export const PIECE_CHARACTERS = 65_536
