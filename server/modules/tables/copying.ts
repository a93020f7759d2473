import { FOUND_MAX, FOUND_SPACES_MAX, TABLES_MAX } from '#contract/core/limits.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import type { TableRecord, tables } from '#contract/tables.ts'
import { Failure } from '#server/failure.ts'
import type { ByActor } from '#server/http/context.ts'
import type { Tx } from '#server/storage/database.ts'
import type { ColumnRow, TableRow } from './catalogue-store.ts'
import { copyRows, makeCopy, termsOf } from './copy-store.ts'
import { findTables } from './find-store.ts'
import { measureTable } from './measure-store.ts'
import type { TableNeeds } from './needs.ts'
import type { TableTrash } from './trash.ts'

type Needs = TableNeeds & { trash: Pick<TableTrash, 'put'> }

/** Copies of tables, and finding them in all spaces of a person. */
export function tableCopies({ db, news, spaces, catalogue, trash, now, newId }: Needs) {
  /** The columns of a copy; in another space the terms of a vocabulary become those of the column. */
  async function columnsOf(tx: Tx, columns: readonly ColumnRow[], id: string, isCrossing: boolean) {
    const ids = columns.flatMap(({ vocabulary_id }) => (vocabulary_id && isCrossing ? [vocabulary_id] : []))
    const terms = ids.length ? await termsOf(tx, ids) : new Map<string, string[]>()
    return columns.map((column): ColumnRow => {
      const own = { ...column, table_id: id }
      if (!isCrossing || !column.vocabulary_id) return own
      return { ...own, vocabulary_id: null, options: terms.get(column.vocabulary_id) ?? column.options }
    })
  }

  /** The catalogue's row of a copy, which its maker shares as the original is shared. */
  const rowOf = (
    table: TableRow,
    { id, spaceId, name, personId }: Record<'id' | 'spaceId' | 'name' | 'personId', string>,
  ) => ({
    id,
    space_id: spaceId,
    name,
    description: table.description,
    is_shared: table.is_shared,
    maker_id: personId,
    created_at: now(),
    next_column: table.next_column,
    next_physical: table.next_physical,
  })

  /** When moving, the original goes to the trash in the same transaction. */
  async function copy(
    { spaceId, id: from, toSpaceId, name, isMoved }: ParsedOf<typeof tables.copy>,
    { actor }: ByActor,
  ): Promise<TableRecord> {
    const source = await spaces.enter(spaceId, actor)
    if (isMoved && toSpaceId === source.id) throw new Failure('invalid')
    if (isMoved) await spaces.demand(source.id, actor, 'table.delete')
    return spaces.change(toSpaceId, actor, 'table.create', async (tx, target) => {
      const held = await catalogue.one(source.id, from, actor, { tx, hold: isMoved ? 'update' : 'share' })
      if (!held) throw new Failure('tableGone')
      if (held.table.lock) throw new Failure('tableLocked', { values: { name: held.table.lock.personName } })
      if ((await catalogue.countIn(tx, target.id)) >= TABLES_MAX) throw new Failure('tablesTooMany')
      const id = newId()
      const isCrossing = target.id !== source.id
      const made = rowOf(held.table, { id, spaceId: target.id, name, personId: actor.id })
      await catalogue.insert(tx, made)
      await catalogue.writeColumns(tx, id, { gone: [], rows: await columnsOf(tx, held.columns, id, isCrossing) })
      const what = { from: held.table.id, to: id, columns: held.columns }
      await makeCopy(tx, what)
      await copyRows(tx, what, isCrossing ? target.id : null)
      await catalogue.update(tx, id, { row_count: held.table.row_count })
      await news.note(tx, made, { action: 'tableCopied', doer: actor, details: held.table.name })
      await news.publish(made, {}, tx)
      await measureTable(tx, id, { isBound: true })
      if (isMoved) await trash.put(tx, held.table, actor)
      const record = await catalogue.record(target.id, id, actor, tx)
      if (!record) throw new Failure('tableGone')
      return record
    })
  }

  async function find({ q }: ParsedOf<typeof tables.find>, { actor }: ByActor) {
    const own = await spaces.belonging(actor, FOUND_SPACES_MAX)
    return findTables(db, { spaceIds: own.map(({ id }) => id), actor, q, most: FOUND_MAX })
  }

  return { copy, find }
}
