import { type RawBuilder, sql } from 'kysely'
import type { MergePlan } from '#contract/account-merges.ts'
import { personReferences } from '#server/modules/people/index.ts'
import type { Db, Tx } from '#server/storage/database.ts'

type Pair = { from: string; to: string }

/** Names that must be unique for a person; if both accounts have the same one, the id is appended to the moved one. */
const named: readonly (readonly [table: string, within: string])[] = [
  ['table_view', 'table_id'],
  ['saved_filter', 'list'],
]
/** Characters of a name that stay before the id. */
const NAME_KEPT = 30

const rowsOf = (table: string, column: string, id: string): RawBuilder<unknown> =>
  sql`(select count(*) from ${sql.table(table)} where ${sql.ref(column)} = ${id}::uuid)`

export const sqlMergeStore = (db: Db) => ({
  async plan({ from, to }: Pair, tx: Db | Tx = db): Promise<MergePlan> {
    const { rows } = await sql<MergePlan>`
      select ${rowsOf('space', 'owner_id', from)} as "ownedSpaces",
        (select count(*) from member where person_id = ${from}::uuid and role <> 'owner') as memberships,
        (select count(*) from member m join member k on k.space_id = m.space_id and k.person_id = ${to}::uuid
          where m.person_id = ${from}::uuid and k.role = 'normal' and m.role <> 'normal') as "strongerRoles",
        (select count(*) from node where author_id = ${from}::uuid and not is_folder) as files,
        ${rowsOf('data_table', 'maker_id', from)} as tables, ${rowsOf('share', 'person_id', from)} as shares,
        ${rowsOf('favourite', 'person_id', from)} as favourites, ${rowsOf('identity', 'person_id', from)} as identities,
        ${rowsOf('app_password', 'person_id', from)} + ${rowsOf('access_token', 'person_id', from)}
          + ${rowsOf('passkey', 'person_id', from)} as keys`.execute(tx)
    return rows[0] as MergePlan
  },

  /** Moves all rows of one account to the other, and removes what only opened it. Spaces have been moved before. */
  async moveRows(tx: Tx, { from, to }: Pair): Promise<void> {
    for (const [table, within] of named)
      await sql`
        update ${sql.table(table)} v set name = left(v.name, ${NAME_KEPT}) || ' ' || left(v.id::text, 8)
        where v.person_id = ${from}::uuid and exists (
          select from ${sql.table(table)} o where o.person_id = ${to}::uuid and o.${sql.ref(within)} = v.${sql.ref(within)}
            and lower(o.name) = lower(v.name))`.execute(tx)
    for (const [name, { merged }] of Object.entries(personReferences)) {
      const [table, column] = name.split('.').map((part) => sql.ref(part)) as [RawBuilder<unknown>, RawBuilder<unknown>]
      if (merged === 'kept') continue
      if (merged !== 'removed') {
        const keys = merged === 'moved' ? [] : merged
        const same = keys.map((key) => sql`o.${sql.ref(key)} is not distinct from t.${sql.ref(key)}`)
        const isFree =
          merged === 'moved'
            ? sql`true`
            : sql`not exists (select from ${table} o where ${sql.join([sql`o.${column} = ${to}::uuid`, ...same], sql` and `)})`
        await sql`update ${table} t set ${column} = ${to}::uuid where t.${column} = ${from}::uuid and ${isFree}`.execute(
          tx,
        )
      }
      if (merged !== 'moved') await sql`delete from ${table} where ${column} = ${from}::uuid`.execute(tx)
    }
    await sql`update share_visit set person_id = ${to}::uuid where person_id = ${from}::uuid`.execute(tx)
    // Names in journals are kept.
    await sql`
      update journal j set person_id = ${to}::uuid from space s where j.space_id = s.id and j.person_id = ${from}::uuid`.execute(
      tx,
    )
  },

  /** Closes the account; what still names it shows the name of the other one. */
  close: (tx: Tx, { from, to }: Pair, name: string, at: Date) =>
    sql`
      update person set merged_into = ${to}::uuid, merged_at = ${at}, disabled_at = coalesce(disabled_at, ${at}), name = ${name},
        role = 'role_general', role_source = 'administrator'
      where id = ${from}::uuid`.execute(tx),

  mergedInto: (id: string) =>
    db
      .selectFrom('person')
      .select(['id', 'email', 'merged_at'])
      .where('merged_into', '=', id)
      .orderBy('merged_at', 'desc')
      .limit(100)
      .execute(),
})
export type MergeStore = ReturnType<typeof sqlMergeStore>
