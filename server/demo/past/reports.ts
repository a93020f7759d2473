import { tablesByName } from '#server/modules/data-views/index.ts'
import { placeReport } from '#server/modules/reports/index.ts'
import type { Tx } from '#server/storage/database.ts'
import type { SampleSpace } from '../sample.ts'
import { sourcesByName } from './data-views.ts'

/** The charts and boards of a space; its tables are there already. */
export async function reportsOfPast(tx: Tx, space: SampleSpace): Promise<void> {
  const reports = space.reports?.(space.calendar) ?? []
  if (!reports.length) return
  const tableOf = sourcesByName(await tablesByName(tx, space.id))
  for (const { maker, at, content, ...words } of reports) {
    const placed = { ...words, id: space.newId(), spaceId: space.id, makerId: space.person(maker).id }
    await placeReport(tx, { ...placed, content: content(tableOf) }, at)
  }
}
