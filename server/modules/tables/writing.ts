import type { ChangeOutcome } from '#contract/tables/changes.ts'
import type { Cell } from '#contract/tables/columns.ts'
import { inRounds, type Outcomes, sharing } from '#server/concurrency/rounds.ts'
import { Failure, orRefusal } from '#server/failure.ts'
import type { SignedIn } from '#server/http/context.ts'
import { type Tx, transact } from '#server/storage/database.ts'
import { fault } from '#server/storage/fault.ts'
import { type ColumnRow, isVisibleTo, type TableRow } from './catalogue-store.ts'
import { type ChangeOf, CONFLICTS_SHOWN, demandFit } from './doing.ts'
import { within } from './limits.ts'
import type { TableNeeds } from './needs.ts'
import { byId, type Columns, columnIn } from './question-store.ts'
import { demandFew, namesOf } from './row-changes.ts'
import { lockedCells, type Written, writeCells } from './row-store.ts'
import { awaitTurn, demandStrict } from './strict-store.ts'

/** A change of more cells has a transaction of its own, beside those of the others (our choice). */
export const CELLS_TOGETHER = 1000

type Where = { spaceId: string; id: string }
type Wish = { actor: SignedIn; change: ChangeOf<'cells'> }
/** A wish whose values fit its columns. */
type Fitting = { wish: Wish; columns: readonly ColumnRow[] }
/** A wish that is written under a number. */
type Accepted = Fitting & { changeId: number }
/** A table that writers of cells share. */
type Shared = { tx: Tx; table: TableRow; tableId: string; columns: Columns }
type Answers = Outcomes<Wish, ChangeOutcome>

const same = (one: Cell, other: Cell) => JSON.stringify(one) === JSON.stringify(other)

/** Cells that are not what the caller saw, and not what they wanted either. */
export function conflictsOf(
  { columns, rows }: Pick<ChangeOf<'cells'>, 'columns' | 'rows'>,
  presentOf: (row: number, column: number) => Cell,
) {
  return rows.flatMap(({ id, values, before }) => {
    if (!before) return []
    return columns.flatMap((column, at) => {
      const [wanted = null, present] = [values[at], presentOf(id, column)]
      return same(present, before[at] ?? null) || same(present, wanted) ? [] : [{ row: id, column, wanted, present }]
    })
  })
}
const heldBack = (conflicts: ChangeOutcome['conflicts']): ChangeOutcome => ({
  change: null,
  touched: 0,
  rows: [],
  conflicts: conflicts.slice(0, CONFLICTS_SHOWN),
  conflictCount: conflicts.length,
})

/** Throws tableGone, tableLocked, tooLarge, tableColumnGone, tableCellInvalid, tableComputed. */
function fitting({ columns, table }: Shared, wish: Wish): Fitting {
  const { actor, change } = wish
  if (!isVisibleTo(actor, table)) throw new Failure('tableGone')
  if (table.lock) throw new Failure('tableLocked', { values: { name: table.lock.personName } })
  demandFew(change.columns.length * change.rows.length)
  const written = change.columns.map((id) => columnIn(columns, id))
  demandFit(
    written,
    change.rows.map(({ values }) => values),
  )
  return { wish, columns: written }
}

/** Locks the rows of wishes; answers those that can be written, each under its number. */
async function judge(shared: Shared, wishes: readonly Fitting[], answers: Answers): Promise<Accepted[]> {
  const columns = [...new Map(wishes.flatMap((one) => one.columns.map((column) => [column.id, column]))).values()]
  const ids = wishes.flatMap(({ wish }) => wish.change.rows.map(({ id }) => id))
  const { present, changeIds } = await lockedCells(shared, columns, { ids, changes: wishes.length })
  const places = new Map(columns.map(({ id }, at) => [id, at]))
  const presentOf = (row: number, column: number): Cell => present.get(row)?.[places.get(column) ?? 0] ?? null
  return wishes.flatMap((one, at): Accepted[] => {
    const { rows } = one.wish.change
    const isThere = rows.every(({ id }) => present.has(id)) && new Set(rows.map(({ id }) => id)).size === rows.length
    const conflicts = isThere ? conflictsOf(one.wish.change, presentOf) : []
    if (isThere && !conflicts.length) return [{ ...one, changeId: changeIds[at] ?? 0 }]
    answers.set(one.wish, isThere ? heldBack(conflicts) : new Failure('tableRowGone'))
    return []
  })
}

/** Writes what wishes want, those of the same columns together; answers how many rows each touched. */
async function write(shared: Shared, accepted: readonly Accepted[]): Promise<Map<number, number>> {
  const byColumns = Map.groupBy(accepted, ({ columns }) => columns.map(({ id }) => id).join())
  const touched = new Map<number, number>()
  for (const some of byColumns.values()) {
    const rows = some.flatMap(({ wish, changeId }): Written[] =>
      wish.change.rows.map(({ id, values }) => ({ id, values, changeId })),
    )
    for (const [id, count] of await writeCells(shared, some[0]?.columns ?? [], rows)) touched.set(id, count)
  }
  return touched
}

/**
 * Writes cells. People who write the same table share it, and changes that arrive together share a transaction, in which
 * each is judged, recorded and answered by itself.
 */
export function cellWriting({ db, spaces, catalogue, changes, keeping, indexing, news, now }: TableNeeds) {
  /** The wishes of people who may write; the others are refused. */
  async function allowed(spaceId: string, wishes: readonly Wish[], answers: Answers): Promise<Wish[]> {
    const byDoer = Map.groupBy(wishes, ({ actor }) => JSON.stringify(actor))
    const judged = [...byDoer.values()].map(async (some): Promise<readonly Wish[]> => {
      const [first] = some
      if (!first) return []
      const space = await orRefusal(spaces.demand(spaceId, first.actor, 'table.edit'))
      const refusal = space instanceof Failure ? space : keeping.refusalOfRoom(space, 'cells')
      if (!refusal) return some
      for (const wish of some) answers.set(wish, refusal)
      return []
    })
    return (await Promise.all(judged)).flat()
  }

  /** Records what wishes did, and tells pages and the journal. */
  async function record(shared: Shared, accepted: readonly Accepted[], touched: ReadonlyMap<number, number>) {
    const { tx, table, tableId } = shared
    const made = accepted.map(({ wish: { actor }, columns, changeId }) => ({
      id: changeId,
      personId: actor.id,
      traces: {
        kind: 'cells' as const,
        details: { columns: namesOf(columns) },
        columns: [],
        physical: columns.map(({ physical }) => physical),
        touched: touched.get(changeId) ?? 0,
        ofId: null,
        isMirror: false,
      },
    }))
    await Promise.all([
      changes.record(tx, { tableId, at: now() }, made, true),
      news.publish(table, { tableId, change: made.at(-1)?.id ?? 0 }, tx),
    ])
    const byPerson = Map.groupBy(accepted, ({ wish }) => wish.actor.id)
    for (const [first] of byPerson.values())
      if (first) await keeping.tell({ tx, table, changeId: first.changeId }, first.wish.actor)
  }

  async function round(tx: Tx, { spaceId, id }: Where, wishes: readonly Wish[], answers: Answers): Promise<void> {
    const held = await catalogue.any(spaceId, id, { tx, hold: 'share' })
    if (!held) throw new Failure('tableGone')
    const { table } = held
    const shared: Shared = { tx, table, tableId: table.id, columns: byId(held.columns) }
    const going = sharing(wishes, ({ change }) => ({ touches: change.rows.map((row) => row.id), isAlone: false }))
    const fit: Fitting[] = []
    for (const wish of going) {
      const one = await orRefusal(Promise.try(fitting, shared, wish))
      if (one instanceof Failure) answers.set(wish, one)
      else fit.push(one)
    }
    const accepted = fit.length ? await judge(shared, fit, answers) : []
    if (!accepted.length) return
    const touched = await write(shared, accepted)
    const changeIds = accepted.map(({ changeId }) => changeId)
    await awaitTurn(
      shared,
      accepted.flatMap((one) => one.columns),
    )
    await demandStrict(shared, [], { changeIds })
    fault('table-change-written')
    await record(shared, accepted, touched)
    for (const { wish, changeId } of accepted)
      answers.set(wish, { ...heldBack([]), change: changeId, touched: touched.get(changeId) ?? 0 })
  }

  async function together(where: Where, wishes: readonly Wish[]): Promise<Answers> {
    const refused: Answers = new Map()
    const going = await allowed(where.spaceId, wishes, refused)
    if (!going.length) return refused
    return within(indexing, where.id, () =>
      transact(db, async (tx) => {
        const answers: Answers = new Map(refused)
        await round(tx, where, going, answers)
        return answers
      }),
    )
  }

  const inRound = inRounds<Wish, ChangeOutcome>({
    run: (key, wishes) => together(JSON.parse(key) as Where, wishes),
    partyOf: () => '',
  })
  return async ({ spaceId, id }: Where, wish: Wish): Promise<ChangeOutcome> => {
    const { columns, rows } = wish.change
    if (columns.length * rows.length <= CELLS_TOGETHER) return inRound(JSON.stringify({ spaceId, id }), wish)
    const answer = (await together({ spaceId, id }, [wish])).get(wish)
    if (!answer || answer instanceof Failure) throw answer ?? new Failure('unknown')
    return answer
  }
}
