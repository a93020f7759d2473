import { SPACES_AT_ONCE_MAX, TABLES_MAX } from '#contract/core/limits.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import { can } from '#contract/core/policy.ts'
import type { TableRecord, tables } from '#contract/tables.ts'
import { Failure } from '#server/failure.ts'
import type { ByActor, SignedIn } from '#server/http/context.ts'
import type { Doer } from '#server/modules/journal/index.ts'
import { policyContextOf } from '#server/modules/spaces/index.ts'
import { type Tx, transact } from '#server/storage/database.ts'
import type { TableRow } from './catalogue-store.ts'
import type { TableNeeds } from './needs.ts'
import { dropStrays, heldOld, heldTable, oldTables, pageOfTrashed, purgeTable, setTrashed } from './trash-store.ts'

/** Tables that one run of the schedule deletes (our choice). */
const SWEPT_MAX = 1000
type One = { spaceId: string; id: string }

/** The trash of tables: like that of files, for the same number of days. */
export function tableTrash({ db, news, spaces, catalogue, now }: TableNeeds) {
  /** Throws tableGone unless a table is there, and in the trash as wanted; tableLocked while an import works in it. */
  async function held(tx: Tx, { spaceId, id }: One, actor: SignedIn, isTrashed: boolean): Promise<TableRow> {
    const table = await heldTable(tx, spaceId, id, actor)
    if (!table || (table.trashed_at !== null) !== isTrashed) throw new Failure('tableGone')
    if (table.lock) throw new Failure('tableLocked', { values: { name: table.lock.personName } })
    return table
  }

  async function purge(tx: Tx, table: TableRow, doer: Doer): Promise<void> {
    await news.note(tx, table, { action: 'tablePurged', doer })
    await news.publish(table, {}, tx)
    await news.publish(table, { tableId: table.id }, tx)
    await purgeTable(tx, table)
  }

  /** Puts a held table in the trash. */
  async function put(tx: Tx, table: TableRow, doer: Doer): Promise<void> {
    await setTrashed(tx, table.id, now())
    await news.note(tx, table, { action: 'tableTrashed', doer })
    await news.publish(table, {}, tx)
    await news.publish(table, { tableId: table.id }, tx)
  }

  async function remove({ isForever, ...one }: ParsedOf<typeof tables.remove>, { actor }: ByActor): Promise<null> {
    await spaces.change(one.spaceId, actor, 'table.delete', async (tx) => {
      const table = await held(tx, one, actor, isForever)
      await (isForever ? purge(tx, table, actor) : put(tx, table, actor))
    })
    return null
  }

  async function putBack(one: ParsedOf<typeof tables.putBack>, { actor }: ByActor): Promise<TableRecord> {
    return spaces.change(one.spaceId, actor, 'table.delete', async (tx) => {
      const table = await held(tx, one, actor, true)
      if ((await catalogue.countIn(tx, table.space_id)) >= TABLES_MAX) throw new Failure('tablesTooMany')
      await setTrashed(tx, table.id, null)
      await news.note(tx, table, { action: 'tableRestored', doer: actor })
      await news.publish(table, {}, tx)
      const record = await catalogue.record(table.space_id, table.id, actor, tx)
      if (!record) throw new Failure('tableGone')
      return record
    })
  }

  /** The tables in the trash of all spaces that the caller belongs to; of many spaces, those joined last. */
  async function trashed(paging: ParsedOf<typeof tables.trashed>, { actor }: ByActor) {
    const own = new Map((await spaces.belonging(actor, SPACES_AT_ONCE_MAX)).map((row) => [row.id, row]))
    const { list, ...page } = await pageOfTrashed(db, [...own.keys()], actor, paging)
    const shown = list.flatMap(({ spaceId, ...record }) => {
      const space = own.get(spaceId)
      if (!space) return []
      const mayRestore = can(actor, 'table.delete', policyContextOf(space))
      return [{ ...record, space: { id: space.id, name: space.name }, mayRestore }]
    })
    return { ...page, list: shown }
  }

  /**
   * Permanently deletes tables trashed before a time, and the remains of deleted ones in the database; run by schedule.
   * Returns the number of deleted tables.
   */
  async function sweep(before: Date): Promise<number> {
    let swept = 0
    for (const { id } of await oldTables(db, before, SWEPT_MAX))
      await transact(db, async (tx) => {
        const table = await heldOld(tx, id, before)
        if (!table) return
        await purge(tx, table, null)
        swept += 1
      })
    while (await dropStrays(db)) {
      // Each time some, because they stay locked until its transaction ends.
    }
    return swept
  }

  return { put, remove, putBack, trashed, sweep }
}
export type TableTrash = ReturnType<typeof tableTrash>
