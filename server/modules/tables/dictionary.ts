import { Failure } from '#server/failure.ts'
import type { SignedIn } from '#server/http/context.ts'
import type { Db } from '#server/storage/database.ts'
import { columnOf, type TableCatalogue } from './catalogue-store.ts'
import { columnRanges } from './dictionary-store.ts'

/** The columns of a table with their descriptions, and with `ranges` statistics of their values. */
export function tableDictionary(db: Db, catalogue: Pick<TableCatalogue, 'one'>) {
  /** Throws tableGone. */
  return async ({ spaceId, id, ranges }: { spaceId: string; id: string; ranges: boolean }, actor: SignedIn) => {
    const held = await catalogue.one(spaceId, id, actor)
    if (!held) throw new Failure('tableGone')
    const { table, columns } = held
    const found = ranges ? await columnRanges(db, table.id, columns) : new Map()
    return {
      name: table.name,
      description: table.description,
      rows: table.row_count,
      columns: columns.map((column) => {
        const { name, type, unit, description } = columnOf(column)
        const { least = null, greatest = null, missing = null } = found.get(column.id) ?? {}
        return { name, type, unit, description, least, greatest, missing }
      }),
    }
  }
}
