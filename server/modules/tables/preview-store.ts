import { type RawBuilder, sql } from 'kysely'
import type { ChangePreview } from '#contract/tables/changes.ts'
import type { CellType } from '#contract/tables/columns.ts'
import type { Tx } from '#server/storage/database.ts'
import { BLANKS } from './conversion-store.ts'
import { asText, type Physical, rowsOf } from './physical-store.ts'
import type { Which } from './rewrite-store.ts'
import { isEmptyCell, shownOf } from './rule-store.ts'

/** A cell before and after a change, as texts. */
export type Shown = { before: RawBuilder<unknown>; after: RawBuilder<unknown> }
/** The subject of a preview; `isNew` if the values go into new columns, so that none can be lost. */
export type Look = { shown: readonly Shown[]; which: Which; isNew?: boolean }
const EXAMPLES = 10
const TEXT_SHOWN = 200
/** A list of values takes at most this many rows of arguments here. */
const CELLS_A_PART = 90

const cellsOf = (shown: readonly Shown[]) => {
  const parts: RawBuilder<unknown>[] = []
  for (let at = 0; at < shown.length; at += CELLS_A_PART) {
    const some = shown.slice(at, at + CELLS_A_PART).map(({ before, after }) => sql`(${before}::text, ${after}::text)`)
    parts.push(sql`(values ${sql.join(some)})`)
  }
  return sql`(select * from (${sql.join(parts, sql` union all `)}) as v (was, becomes) offset 0)`
}
const isLost = sql.raw(`(coalesce(c.was, '') ~ '[^[:space:]\u00a0\u3000]' and coalesce(c.becomes, '') = '')`)

/** Previews a change of values; lost values come first among the examples. */
export async function preview(tx: Tx, tableId: string, { shown, which, isNew = false }: Look): Promise<ChangePreview> {
  const cells = sql`${rowsOf(tableId)} t ${which.from ?? sql``} cross join lateral ${cellsOf(shown)} as c
    where ${isNew ? sql`c.becomes is not null` : sql`c.was is distinct from c.becomes`} ${which.where ? sql`and ${which.where}` : sql``}`
  const { rows: counts } = await sql<{ touched: number; lost: number }>`
    select count(distinct t.id) as touched, count(*) filter (where ${isLost}) as lost from ${cells}`.execute(tx)
  const { rows: examples } = await sql<ChangePreview['examples'][number]>`
    select t.id as row, left(coalesce(c.was, ''), ${TEXT_SHOWN}) as "from", left(c.becomes, ${TEXT_SHOWN}) as "to"
    from ${cells} order by ${isLost} desc, t.ord, t.id limit ${EXAMPLES}`.execute(tx)
  return { touched: counts[0]?.touched ?? 0, lost: counts[0]?.lost ?? 0, examples }
}

/** How many values of a column are empty as those of a type. */
export async function lostIn(
  { tx, tableId }: { tx: Tx; tableId: string },
  before: Physical,
  after: { type: CellType; value: RawBuilder<unknown> },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${rowsOf(tableId)} t
    where ${isEmptyCell(after.type, after.value)} and btrim(${asText(before.type, shownOf(before))}, ${BLANKS}) <> ''`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}
