import type { Cell } from '#contract/tables/columns.ts'

/** A row in the page: its cells by column. */
export type GridRow = {
  id: number
  cells: ReadonlyMap<number, Cell>
  errors: Readonly<Record<string, string>>
  /** The columns whose rules its cells break, as the server judges them. */
  broken?: readonly number[]
  /** The index of the group for a group heading; undefined for other rows. */
  heading?: number
}

/** What a line of the grid is known by, wherever it stands. */
export const keyOf = ({ id, heading }: GridRow) => (heading === undefined ? id : `group ${heading}`)
