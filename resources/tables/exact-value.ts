import * as z from 'zod/mini'
import { Cell, CellType, type Column } from '#contract/tables/columns.ts'
import { fitsType } from '#contract/tables/values.ts'

/** Types whose texts can be read as another value: names that several have, times, terms that contain a separator. */
const TYPES: readonly CellType[] = ['file', 'person', 'datetime', 'choices']
/** The type of a value, the space that it was copied in, and the value. */
const Exact = z.tuple([CellType, z.string(), Cell])

/** The value of a cell as copies carry it beside its text; undefined where the text says all. */
export const exactOf = ({ type }: Pick<Column, 'type'>, value: Cell, spaceId: string): string | undefined =>
  value !== null && TYPES.includes(type) ? JSON.stringify([type, spaceId, value]) : undefined

/** Any page can fill the clipboard, with anything. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
/**
 * The value that a copy carries, if it is one of the column and was copied in the same space, whose id other sites don't
 * know; undefined: its text is to be read.
 */
export function valueOfExact({ type }: Pick<Column, 'type'>, exact: string, spaceId: string): Cell | undefined {
  const { success, data } = Exact.safeParse(parsed(exact))
  if (!success) return undefined
  const [of, space, value] = data
  return of === type && space === spaceId && fitsType(type, value) ? value : undefined
}
