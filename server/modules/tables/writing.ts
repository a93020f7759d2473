import type { ChangeOutcome } from '#contract/tables/changes.ts'
import { inRounds, sharing } from '#server/concurrency/rounds.ts'
import { Failure, orRefusal } from '#server/failure.ts'
import { attributeRequest } from '#server/http/traffic.ts'
import { type Tx, transact } from '#server/storage/database.ts'
import { fault } from '#server/storage/fault.ts'
import type { ColumnRow } from './catalogue-store.ts'
import {
  type Accepted,
  type Answers,
  columnsOf,
  type Fitting,
  fitting,
  heldBack,
  judge,
  lock,
  type Shared,
  type Wish,
} from './judging.ts'
import { within } from './limits.ts'
import type { TableNeeds } from './needs.ts'
import { isGone } from './physical-store.ts'
import { byId, type Columns } from './question-store.ts'
import { namesOf } from './row-changes.ts'
import { type Written, writeCells } from './row-store.ts'
import { awaitTurn, demandStrict } from './strict-store.ts'

/** A change of more cells gets a separate transaction, beside those of others (our choice). */
export const CELLS_TOGETHER = 1000
const isLarge = ({ change: { columns, rows } }: Wish) => columns.length * rows.length > CELLS_TOGETHER

type Where = { spaceId: string; id: string }
/** Writes what wishes want, those of the same columns together; answers how many rows each touched. */
async function write(shared: Shared, accepted: readonly Accepted[]): Promise<Map<number, number>> {
  const byColumns = Map.groupBy(accepted, ({ columns }) => columns.map(({ id }) => id).join())
  const each = [...byColumns.values()].map((some) => {
    const rows = some.flatMap(({ wish, changeId }): Written[] =>
      wish.change.rows.map(({ id, values }) => ({ id, values, changeId })),
    )
    return writeCells(shared, some[0]?.columns ?? [], rows)
  })
  return new Map((await Promise.all(each)).flatMap((touched) => [...touched]))
}

/** Tables that are remembered for the next round, and people of each (our choice). */
const [KEPT_MAX, DOERS_MAX] = [500, 200]
/** A table as its last round left it: its columns, and who could write when they last did. */
type Known = { columns: Columns; doers: Set<string> }

/**
 * Writes cells. People who write the same table share it, and changes that arrive together share a transaction, in which
 * each is judged, recorded and answered by itself. What judging takes is read in one round trip, the cells as the columns
 * were the last time; what changes is sent in a second one.
 */
export function cellWriting({ db, spaces, catalogue, changes, keeping, indexing, news, now }: TableNeeds) {
  const known = new Map<string, Known>()

  function remember(key: string, columns: Columns, { may, going }: Record<'may' | 'going', readonly Wish[]>): void {
    const doers = known.get(key)?.doers ?? new Set<string>()
    if (doers.size > DOERS_MAX) doers.clear()
    const allowed = new Set(may.map(({ doer }) => doer))
    for (const { doer } of going) if (!allowed.has(doer)) doers.delete(doer)
    for (const doer of allowed) doers.add(doer)
    // In its place: a Map that is deleted from at each round keeps what it held (see comingAndGoing).
    known.set(key, { columns, doers })
    if (known.size > KEPT_MAX) known.delete(known.keys().next().value as string)
  }

  /** The columns that wishes write, as they were the last time, if these people could write then. */
  function columnsThen(key: string, wishes: readonly Wish[]): ColumnRow[] | null {
    const then = known.get(key)
    if (!then || !wishes.every(({ doer }) => then.doers.has(doer))) return null
    const ids = [...new Set(wishes.flatMap(({ change }) => change.columns))]
    const columns = ids.flatMap((id) => then.columns.get(id) ?? [])
    return columns.length === ids.length ? columns : null
  }

  /** The wishes of people who may write; the others are refused. */
  async function allowed(tx: Tx, spaceId: string, wishes: readonly Wish[], answers: Answers): Promise<Wish[]> {
    const byDoer = Map.groupBy(wishes, ({ doer }) => doer)
    const judged = [...byDoer.values()].map(async (some): Promise<readonly Wish[]> => {
      const [first] = some
      if (!first) return []
      const space = await orRefusal(spaces.demand(spaceId, first.actor, 'table.edit', tx))
      const refusal = space instanceof Failure ? space : keeping.refusalOfRoom(space, 'cells')
      if (!refusal) return some
      for (const wish of some) answers.set(wish, refusal)
      return []
    })
    return (await Promise.all(judged)).flat()
  }

  /** Writes accepted cells, records them, and notifies pages; then checks strict columns, and writes the journal. */
  async function carryOut(shared: Shared, accepted: readonly Accepted[]): Promise<Map<number, number>> {
    const { tx, table, tableId } = shared
    const made = accepted.map(({ wish: { actor }, columns, changeId }) => ({
      id: changeId,
      personId: actor.id,
      traces: {
        kind: 'cells' as const,
        details: { columns: namesOf(columns) },
        columns: [],
        physical: columns.map(({ physical }) => physical),
        touched: null,
        ofId: null,
        isMirror: false,
      },
    }))
    const writing = write(shared, accepted)
    const recording = Promise.all([
      changes.record(tx, { tableId, at: now() }, made, true),
      news.publish(table, { tableId, change: made.at(-1)?.id ?? 0 }, tx),
    ])
    // The first failure counts: after a cell that can't be written, the others fail, too.
    recording.catch(() => {})
    const touched = await writing
    await recording
    await awaitTurn(shared, columnsOf(accepted))
    await demandStrict(shared, [], { changeIds: made.map(({ id }) => id) })
    const byPerson = Map.groupBy(accepted, ({ wish }) => wish.actor.id)
    for (const [first] of byPerson.values())
      if (first) await keeping.tell({ tx, table, changeId: first.changeId }, first.wish.actor)
    return touched
  }

  async function round(tx: Tx, where: Where, wishes: readonly Wish[], answers: Answers): Promise<void> {
    const key = keyOf(where)
    const going = sharing(wishes, ({ change }) => ({ touches: change.rows.map((row) => row.id), isAlone: false }))
    const then = columnsThen(key, going)
    const [may, held, ahead] = await Promise.all([
      allowed(tx, where.spaceId, going, answers),
      catalogue.any(where.spaceId, where.id, { tx, hold: 'share', isOfFewRows: !going.some(isLarge) }),
      then && lock({ tx, tableId: where.id }, then, going),
    ])
    if (!held) {
      for (const wish of may) answers.set(wish, new Failure('tableGone'))
      return
    }
    const { table } = held
    const shared: Shared = { tx, table, tableId: table.id, columns: byId(held.columns) }
    remember(key, shared.columns, { may, going })
    const fit: Fitting[] = []
    for (const wish of may) {
      const one = await orRefusal(Promise.try(fitting, shared, wish))
      if (one instanceof Failure) answers.set(wish, one)
      else fit.push(one)
    }
    const accepted = fit.length ? await judge(shared, fit, ahead, answers) : []
    if (!accepted.length) return
    const touched = await carryOut(shared, accepted)
    fault('table-change-written')
    for (const { wish, changeId } of accepted)
      answers.set(wish, { ...heldBack([]), change: changeId, touched: touched.get(changeId) ?? 0 })
  }

  async function together(where: Where, wishes: readonly Wish[]): Promise<Answers> {
    const once = () =>
      transact(db, async (tx) => {
        const answers: Answers = new Map()
        await round(tx, where, wishes, answers)
        return answers
      })
    return within(indexing, where.id, () =>
      once().catch((error: unknown) => {
        // The cached table was deleted.
        if (!isGone(error) || !known.delete(keyOf(where))) throw error
        return once()
      }),
    )
  }

  const inRound = inRounds<Wish, ChangeOutcome>({
    run: (key, wishes) => together(JSON.parse(key) as Where, wishes),
    partyOf: () => '',
    gathers: true,
  })
  return async ({ spaceId, id }: Where, asked: Omit<Wish, 'doer'>): Promise<ChangeOutcome> => {
    const wish = { ...asked, doer: JSON.stringify(asked.actor) }
    const answer = isLarge(wish)
      ? (await together({ spaceId, id }, [wish])).get(wish)
      : await inRound(keyOf({ spaceId, id }), wish)
    if (!answer || answer instanceof Failure) throw answer ?? new Failure('unknown')
    attributeRequest({ spaceId })
    return answer
  }
}
const keyOf = ({ spaceId, id }: Where) => JSON.stringify({ spaceId, id })
