import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildWorld } from '../support/world.ts'

/** More statements than a connection prepares. */
const STATEMENTS = 450

test('a connection that has prepared as many statements as it may prepares new ones, and forgets the oldest', async () => {
  const { db } = await buildWorld()
  await db.connection().execute(async (one) => {
    const ask = async (at: number) => {
      const { rows } = await sql<Record<string, number>>`select ${at}::int as ${sql.ref(`prepared_${at}`)}`.execute(one)
      return rows[0]?.[`prepared_${at}`]
    }
    const all = Array.from({ length: STATEMENTS }, (_, at) => at)
    // One after the other, then all in one round trip: each is answered by its own.
    for (const at of all) expect(await ask(at)).toBe(at)
    expect(await Promise.all(all.map(ask))).toEqual(all)
    const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(one)
    const prepared = rows.map(({ statement }) => statement)
    expect(prepared.length).toBeLessThanOrEqual(400)
    expect(prepared.some((statement) => statement.includes(`"prepared_${STATEMENTS - 1}"`))).toBe(true)
    expect(prepared.some((statement) => statement.includes('"prepared_0"'))).toBe(false)
  })
})
