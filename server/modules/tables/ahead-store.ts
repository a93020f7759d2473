import { type RawBuilder, sql } from 'kysely'
import type { ParsedOf } from '#contract/core/operation.ts'
import type { Actor } from '#contract/core/policy.ts'
import type { Row } from '#contract/tables/question.ts'
import type { tables } from '#contract/tables.ts'
import { type ColumnRow, type SeenTable, seenTable, tableAlong } from './catalogue-store.ts'
import type { Anchor, RowPositions } from './positions.ts'
import { byId, pageOf } from './question-store.ts'

/** Tables that are remembered, and cells of a page that is read along with its table (our choice). */
const KEPT_MAX = 500
const CELLS_AHEAD = 2000
/** PostgreSQL: a table or a column that was remembered is gone. */
const GONE: readonly string[] = ['42P01', '42703']

type Wish = Omit<ParsedOf<typeof tables.rows>, 'spaceId' | 'id'>
type Shown = readonly ColumnRow[]
/** A statement that reads a table along with its space, and with it a page as the remembered table has it. */
type Ahead = { shown: Shown; from: Anchor | null; placedBy: number; page: RawBuilder<Row> }
type Along = { seen: Parameters<typeof seenTable>[0]; rows: Row[] | null }
type Read = <T>(along: RawBuilder<T>) => Promise<{ along: T }>

const isPlain = ({ at, after, filter, q, sort }: Wish) =>
  at === undefined && after === undefined && !filter.length && !q && !sort.length
const shownIn = (all: readonly ColumnRow[], { columns }: Pick<Wish, 'columns'>): Shown => {
  const byNumber = byId(all)
  return columns.length ? columns.flatMap((id) => byNumber.get(id) ?? []) : all
}
const isAlike = (one: Shown, other: Shown) =>
  one.length === other.length &&
  one.every(({ id, physical, type }, at) => {
    const now = other[at]
    return now?.id === id && now.physical === physical && now.type === type
  })

/**
 * Reads a table, and in the same statement a small page of its rows where nothing but their order is asked: as the table
 * was when it was read last, which counts only if it still is so. Rights are judged by the caller before anything is told.
 */
export function readingAhead(positions: RowPositions) {
  const known = new Map<string, SeenTable>()

  function remember(one: SeenTable): void {
    known.delete(one.table.id)
    known.set(one.table.id, one)
    if (known.size > KEPT_MAX) known.delete(known.keys().next().value as string)
  }

  function aheadOf(id: string, wish: Wish): Ahead | null {
    const one = known.get(id)
    if (!one || !isPlain(wish)) return null
    const shown = shownIn(one.columns, wish)
    if (wish.count * shown.length > CELLS_AHEAD) return null
    const from = positions.before(one.table, wish.first)
    const page = pageOf(one.table.id, byId(one.columns), { ...wish, shown, from })
    return { shown, from, placedBy: one.table.placed_by, page }
  }

  async function withPage(id: string, actor: Actor, { shown, from, placedBy, page }: Ahead, read: Read, wish: Wish) {
    const both = sql<Along>`json_build_object('seen', ${tableAlong(id, actor)},
      'rows', (select json_agg(p) from (${page}) as p))`
    const { along } = await read(both)
    const one = seenTable(along.seen)
    if (!one) return null
    remember(one)
    const isStill = isAlike(shown, shownIn(one.columns, wish)) && (!from || one.table.placed_by === placedBy)
    return { ...one, page: isStill ? (along.rows ?? []) : null }
  }

  async function alone(id: string, actor: Actor, read: Read) {
    const one = seenTable((await read(tableAlong(id, actor))).along)
    if (!one) return null
    remember(one)
    return { ...one, page: null }
  }

  /** The table, and its page unless that has to be read by itself; null: there is no such table for the actor. */
  return async function seen(id: string, actor: Actor, wish: Wish, read: Read) {
    const ahead = aheadOf(id, wish)
    if (!ahead) return alone(id, actor, read)
    try {
      return await withPage(id, actor, ahead, read, wish)
    } catch (error) {
      if (!GONE.includes((error as { code?: string }).code ?? '')) throw error
      known.delete(id)
      return alone(id, actor, read)
    }
  }
}
