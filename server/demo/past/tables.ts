import { placeTable } from '#server/modules/tables/index.ts'
import type { Tx } from '#server/storage/database.ts'
import type { SampleSpace } from '../sample.ts'

/** The tables of a space. */
export async function tablesOfPast(tx: Tx, space: SampleSpace): Promise<void> {
  for (const { maker, at, rows, ...table } of space.tables?.(space.calendar) ?? [])
    await placeTable(
      tx,
      { ...table, id: space.newId(), spaceId: space.id, maker: space.person(maker), rows: rows(space) },
      at,
    )
}
