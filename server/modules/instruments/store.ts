import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import * as z from 'zod/mini'
import type { ParsedOf } from '#contract/core/operation.ts'
import { DayInput } from '#contract/core/shapes.ts'
import type { instruments, SiteInstrument } from '#contract/instruments.ts'
import { decodeCursor, pageOf, part } from '#server/storage/cursor.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import { literal } from '#server/storage/like.ts'
import type { Schema } from '#server/storage/schema.ts'
import { uniqueAs } from '#server/storage/unique.ts'

export type InstrumentQuery = ParsedOf<typeof instruments.all>
export type NewInstrument = Insertable<Schema['instrument']>
type Row = Selectable<Schema['instrument']> & { space_name: string; is_due: boolean; key: string }

const instrumentOf = (row: Row): SiteInstrument => ({
  id: row.id,
  space: { id: row.space_id, name: row.space_name },
  name: row.name,
  manufacturer: row.manufacturer,
  model: row.model,
  serialNumber: row.serial_number,
  pid: row.pid,
  location: row.location,
  contact: row.contact,
  state: row.state,
  calibratedOn: row.calibrated_on,
  dueOn: row.due_on,
  note: row.note,
  isDue: row.is_due,
})

/** Each order has its index; instruments without a day of calibration come after all others. */
const sorts = {
  name: { column: sql`i.name collate natural_order`, cast: sql`text`, part: part.text },
  manufacturer: { column: sql`i.manufacturer collate natural_order`, cast: sql`text`, part: part.text },
  due: {
    column: sql`coalesce(i.due_on, 'infinity')`,
    cast: sql`date`,
    part: z.union([DayInput, z.literal('infinity')]),
  },
} as const

const isDueOn = (today: string) => sql`(i.state <> 'retired' and i.due_on <= ${today}::date)`

const selected = (today: string, key: RawBuilder<unknown>) => sql`
  select i.id, i.space_id, s.name as space_name, i.name, i.manufacturer, i.model, i.serial_number, i.pid, i.location,
    i.contact, i.state, i.calibrated_on::text, i.due_on::text, i.note, coalesce(${isDueOn(today)}, false) as is_due,
    ${key}::text as key
  from instrument i join space s on s.id = i.space_id`

function conditions({ q, state, isDue }: InstrumentQuery, today: string): RawBuilder<unknown>[] {
  const where: RawBuilder<unknown>[] = []
  if (state) where.push(sql`i.state = ${state}`)
  if (isDue !== undefined) where.push(sql`coalesce(${isDueOn(today)}, false) = ${isDue}`)
  if (q)
    where.push(
      sql`concat_ws(' ', i.name, i.manufacturer, i.model, i.serial_number, i.pid, i.location, i.contact) ilike ${`%${literal(q)}%`}`,
    )
  return where
}

/** Days are texts as in 2026-11-21; `today` decides what is due. */
export const sqlInstrumentStore = (db: Db) => ({
  /** A page of the instruments of some spaces, or of all. */
  async page(query: InstrumentQuery, today: string, spaceIds?: readonly string[]) {
    const { sort: by, order, after, size } = query
    const { column, cast, part: keyPart } = sorts[by]
    const where = [sql`true`, ...conditions(query, today)]
    if (spaceIds) where.push(sql`i.space_id = any(${[...spaceIds]}::uuid[])`)
    if (after) {
      const [key, id] = decodeCursor(after, z.tuple([keyPart, part.id]))
      where.push(sql`(${column}, i.id) ${order === 'asc' ? sql`>` : sql`<`} (${key}::${cast}, ${id}::uuid)`)
    }
    const direction = order === 'asc' ? sql`asc` : sql`desc`
    const { rows } = await sql<Row>`
      ${selected(today, column)} where ${sql.join(where, sql` and `)}
      order by ${column} ${direction}, i.id ${direction} limit ${size + 1}`.execute(db)
    return pageOf(rows, size, { toItem: instrumentOf, key: (row) => [row.key, row.id] })
  },

  async one(spaceId: string, id: string, today: string): Promise<SiteInstrument | null> {
    const { rows } = await sql<Row>`
      ${selected(today, sql`''`)} where i.space_id = ${spaceId}::uuid and i.id = ${id}::uuid`.execute(db)
    return rows[0] ? instrumentOf(rows[0]) : null
  },

  async countIn(tx: Tx, spaceId: string): Promise<number> {
    const { count } = await tx
      .selectFrom('instrument')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('space_id', '=', spaceId)
      .executeTakeFirstOrThrow()
    return count
  },

  /** Throws instrumentPidTaken. */
  insert: (tx: Tx, row: NewInstrument) =>
    uniqueAs({ instrument_pid: 'instrumentPidTaken' }, () => tx.insertInto('instrument').values(row).execute()),

  /** False when there is no such instrument. Throws instrumentPidTaken. */
  async replace(tx: Tx, { id, space_id, ...values }: NewInstrument): Promise<boolean> {
    const { numUpdatedRows } = await uniqueAs({ instrument_pid: 'instrumentPidTaken' }, () =>
      tx.updateTable('instrument').set(values).where('id', '=', id).where('space_id', '=', space_id).executeTakeFirst(),
    )
    return numUpdatedRows > 0
  },

  /** The name of what was removed; undefined when there was nothing. */
  async remove(tx: Tx, spaceId: string, id: string): Promise<string | undefined> {
    const row = await tx
      .deleteFrom('instrument')
      .where('id', '=', id)
      .where('space_id', '=', spaceId)
      .returning('name')
      .executeTakeFirst()
    return row?.name
  },
})
export type InstrumentStore = ReturnType<typeof sqlInstrumentStore>
