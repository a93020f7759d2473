import type { Cell, CellType } from '#contract/tables/columns.ts'

/** The most digits before and behind the point of numbers. */
export type NumberSize = { digits: number; decimals: number }
/**
 * A column to write. `size` of its numbers, where it is known: a format with decimals of a fixed size needs it.
 * `double`: they were computed as such. `isComputed`: a formula or an aggregate made them; spreadsheet programs get
 * them as numbers of 15 digits. `offsetMinutes` east of UTC is where people see its times, UTC by default.
 */
export type WrittenColumn = {
  name: string
  type: CellType
  size?: NumberSize | 'double' | undefined
  isComputed?: boolean
  offsetMinutes?: number | undefined
}
/** Rows in pieces; each has a cell for every column, files and people as their names. */
export type WrittenRows = AsyncIterable<readonly (readonly Cell[])[]>

/** Text is passed on in pieces of about this many characters. */
export const PIECE_CHARACTERS = 65_536
