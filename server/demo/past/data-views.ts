import { placeView, tablesByName } from '#server/modules/data-views/index.ts'
import type { Tx } from '#server/storage/database.ts'
import type { SampleSpace } from '../sample.ts'

/** The data views of a space; its tables are there already. */
export async function viewsOfPast(tx: Tx, space: SampleSpace): Promise<void> {
  const views = space.views?.(space.calendar) ?? []
  if (!views.length) return
  const tables = await tablesByName(tx, space.id)
  const tableOf = (name: string) => {
    const table = tables.get(name)
    if (!table) throw new Error(`no table ${name}`)
    return {
      ref: { kind: 'table' as const, id: table.id },
      column: (column: string) => String(table.columns[column] ?? ''),
    }
  }
  for (const { maker, at, query, ...words } of views) {
    const view = { ...words, id: space.newId(), spaceId: space.id, makerId: space.person(maker).id }
    await placeView(tx, { ...view, query: query(tableOf) }, at)
  }
}
