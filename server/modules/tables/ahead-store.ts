import { type RawBuilder, sql } from 'kysely'
import { TABLE_ROWS_A_PAGE } from '#contract/core/limits.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import type { Row } from '#contract/tables/question.ts'
import type { tables } from '#contract/tables.ts'
import { batcher } from '#server/concurrency/batcher.ts'
import type { SignedIn } from '#server/http/context.ts'
import type { SpaceService } from '#server/modules/spaces/index.ts'
import { type ColumnRow, type SeenTable, seenTable, tableAlong } from './catalogue-store.ts'
import { cell, isGone, onWire, rowsOf } from './physical-store.ts'
import { type Anchor, FAR_DOWN, type RowPositions } from './positions.ts'
import { byId } from './question-store.ts'
import { cellsOf } from './row-store.ts'

/** Tables that are remembered, and cells of a page that is read along with its table (our choice). */
const KEPT_MAX = 500
const CELLS_AHEAD = 2000
/** Cells of a page that shares its statement with others, and pages of one statement (our choice). */
const CELLS_TOGETHER = 200
const PAGES_TOGETHER = 50
/** Maximum number of visible rows that a page near a known row skips. */
const NEAR_ROWS = FAR_DOWN + TABLE_ROWS_A_PAGE

type Wish = Omit<ParsedOf<typeof tables.rows>, 'spaceId' | 'id'>
type Part = Pick<Wish, 'first' | 'count'>
type Shown = readonly ColumnRow[]
/** Whose pages of which table, with which columns; those that agree in all of it are read together. */
type Asked = Pick<ParsedOf<typeof tables.rows>, 'spaceId' | 'id' | 'columns'> & { actor: SignedIn }
/** Pages as the remembered table has them, each from a known row, or from the first. */
type Ahead = { shown: Shown; placedBy: number; parts: readonly (Part & { from: Anchor | null })[] }
type Along = { seen: Parameters<typeof seenTable>[0]; pages: (Row[] | null)[] | null }
/** A table, and a page of it unless that has to be read by itself. */
type Seen = SeenTable & { page: Row[] | null }

const isPlain = ({ at, after, filter, q, sort }: Wish) =>
  at === undefined && after === undefined && !filter.length && !q && !sort.length
const shownIn = (all: readonly ColumnRow[], columns: readonly number[]): Shown => {
  const byNumber = byId(all)
  return columns.length ? columns.flatMap((id) => byNumber.get(id) ?? []) : all
}
const isAlike = (one: Shown, other: Shown) =>
  one.length === other.length &&
  one.every(({ id, physical, type }, at) => {
    const now = other[at]
    return now?.id === id && now.physical === physical && now.type === type
  })
const skippedIn = ({ first, from }: Ahead['parts'][number]) => first - (from?.position ?? 0)

/**
 * A list whose length does not show in a plan: PostgreSQL would plan the statement each time, which takes as long as
 * running it, because a plan for fewer pages than it guesses seems cheaper.
 */
function unmeasured<One>(type: 'bigint' | 'numeric', list: readonly One[], of: (one: One) => unknown) {
  return sql`(select ${list.map(of)}::${sql.raw(type)}[])`
}

/** Pages of the order that people see, near known rows: a JSON array of them, in their order. */
function pagesOf(tableId: string, { shown, parts }: Ahead): RawBuilder<unknown> {
  const values = shown.map(({ type, physical }) => onWire(type, cell(physical)))
  const places = parts.map((part) => ({ ...(part.from ?? { ord: '-Infinity', id: 0 }), ...part }))
  const lists = [
    unmeasured('bigint', parts, skippedIn),
    unmeasured('bigint', places, ({ count }) => count),
    unmeasured('numeric', places, ({ ord }) => ord),
    unmeasured('bigint', places, ({ id }) => id),
  ]
  return sql`(
    select json_agg(p.rows order by a.at) from unnest(${sql.join(lists)})
      with ordinality as a (skipped, size, ord, id, at), lateral (
        select json_agg(json_build_object('id', t.id, 'cells', ${cellsOf(values)}) order by t.ord, t.id) as rows
        from ${rowsOf(tableId)} t where t.id = any(array(
          select n.id from (
            select t.ord, t.id from ${rowsOf(tableId)} t where (t.ord, t.id) >= (a.ord, a.id)
            order by t.ord, t.id limit ${sql.lit(NEAR_ROWS)}) as n
          order by n.ord, n.id offset a.skipped limit a.size))) as p)`
}

/**
 * Reads a table, and in the same statement small pages of its rows if only their order is requested: as of the last
 * read, which is valid only if the table has not changed since. Requests of one person that arrive while one of theirs
 * is running are combined. `enterWith` checks the permissions before anything is returned.
 */
export function readingAhead(positions: RowPositions, { enterWith }: Pick<SpaceService, 'enterWith'>) {
  const known = new Map<string, SeenTable>()

  function remember(one: SeenTable): void {
    // In its place: a Map that is deleted from at each read keeps what it held (see comingAndGoing).
    known.set(one.table.id, one)
    if (known.size > KEPT_MAX) known.delete(known.keys().next().value as string)
  }

  function aheadOf({ id, columns }: Asked, wishes: readonly Part[]): Ahead | null {
    const one = known.get(id)
    if (!one) return null
    const shown = shownIn(one.columns, columns)
    const parts = wishes.map(({ first, count }) => ({ first, count, from: positions.before(one.table, first) }))
    const isNear = parts.every((part) => part.count * shown.length <= CELLS_AHEAD && skippedIn(part) <= FAR_DOWN)
    return isNear ? { shown, placedBy: one.table.placed_by, parts } : null
  }

  async function withPages({ spaceId, id, columns, actor }: Asked, ahead: Ahead): Promise<Seen[] | null> {
    const both = sql<Along>`json_build_object('seen', ${tableAlong(id, actor)}, 'pages', ${pagesOf(id, ahead)})`
    const { along } = await enterWith(spaceId, actor, both)
    const one = seenTable(along.seen)
    if (!one) return null
    remember(one)
    const isSame = isAlike(ahead.shown, shownIn(one.columns, columns))
    return ahead.parts.map(({ from }, at) => {
      const isStill = isSame && (!from || one.table.placed_by === ahead.placedBy)
      return { ...one, page: isStill ? (along.pages?.[at] ?? []) : null }
    })
  }

  async function alone({ spaceId, id, actor }: Asked, wishes: readonly Part[]): Promise<Seen[] | null> {
    const one = seenTable((await enterWith(spaceId, actor, tableAlong(id, actor))).along)
    if (!one) return null
    remember(one)
    return wishes.map(() => ({ ...one, page: null }))
  }

  async function read(asked: Asked, wishes: readonly Part[]): Promise<Seen[] | null> {
    const ahead = aheadOf(asked, wishes)
    if (!ahead) return alone(asked, wishes)
    try {
      return await withPages(asked, ahead)
    } catch (error) {
      if (!isGone(error)) throw error
      known.delete(asked.id)
      return alone(asked, wishes)
    }
  }

  async function readTogether(key: string, wishes: Part[]): Promise<(Seen | null)[]> {
    const seen = await read(JSON.parse(key) as Asked, wishes)
    return wishes.map((_wish, at) => seen?.[at] ?? null)
  }
  const together = batcher(PAGES_TOGETHER, readTogether, { gathers: true })

  /** The table, and its page unless that has to be read by itself; null: there is no such table for the actor. */
  return async function seen(asked: Asked, wish: Wish): Promise<Seen | null> {
    if (!isPlain(wish)) return (await alone(asked, [wish]))?.[0] ?? null
    const cells = wish.count * (known.get(asked.id)?.columns.length ?? 0)
    if (cells > CELLS_TOGETHER) return (await read(asked, [wish]))?.[0] ?? null
    return together(JSON.stringify(asked), wish)
  }
}
