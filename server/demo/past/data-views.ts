import { placeView, tablesByName } from '#server/modules/data-views/index.ts'
import type { Tx } from '#server/storage/database.ts'
import type { DemoSource, SampleSpace } from '../sample.ts'

/** The tables of a space as sources. Throws for a name that no table has. */
export const sourcesByName =
  (tables: Awaited<ReturnType<typeof tablesByName>>) =>
  (name: string): DemoSource => {
    const table = tables.get(name)
    if (!table) throw new Error(`no table ${name}`)
    return { ref: { kind: 'table', id: table.id }, column: (column) => String(table.columns[column] ?? '') }
  }

/** The data views of a space; its tables are there already. */
export async function viewsOfPast(tx: Tx, space: SampleSpace): Promise<void> {
  const views = space.views?.(space.calendar) ?? []
  if (!views.length) return
  const tableOf = sourcesByName(await tablesByName(tx, space.id))
  for (const { maker, at, query, ...words } of views) {
    const view = { ...words, id: space.newId(), spaceId: space.id, makerId: space.person(maker).id }
    await placeView(tx, { ...view, query: query(tableOf) }, at)
  }
}
