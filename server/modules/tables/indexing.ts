import { DAY_MS, MINUTE_MS } from '#contract/core/time.ts'
import type { Question, TableOperator } from '#contract/tables/question.ts'
import { remembered } from '#server/storage/remembered.ts'
import type { TableRow } from './catalogue-store.ts'
import { isTooLongForIndex, type TableIndexes, type Wanted } from './index-store.ts'
import { type Columns, columnIn } from './question-store.ts'
import { pairedFor } from './search-store.ts'

/** Number of rows above which an index is worth its storage (our choice). */
export const INDEXED_ROWS = 50_000
/** An index that was not used for this long is dropped (our choice). */
const UNUSED_DAYS = 14
/** Uses of an index are noted at most this often. */
const NOTED_EVERY_MS = DAY_MS
/**
 * Minimum interval of attempts for an index that a text was too long for: each attempt reads the table (our choice).
 */
const TRIED_EVERY_MS = DAY_MS
/** An index that is asked for is looked for at most this often: another server may have dropped it (our choice). */
const LOOKED_EVERY_MS = 5 * MINUTE_MS

const RANGES: readonly TableOperator[] = ['is', 'less', 'lessOrEqual', 'greater', 'greaterOrEqual', 'between']
const ORDERED = ['number', 'date', 'datetime'] as const

/** The indexes that would serve a question: its search, the first column of its order, and ranges that every row must fit. */
export function wantedFor(tableId: string, columns: Columns, { sort, filter, q }: Question): Wanted[] {
  const [first] = sort
  const sorted = first ? [{ id: first.column, direction: first.order }] : []
  const filtered = filter
    .filter(({ match, conditions }) => match === 'all' || conditions.length === 1)
    .flatMap(({ conditions }) => conditions)
    .filter(({ column, operator }) => RANGES.includes(operator) && isOrdered(columnIn(columns, column).type))
    .map(({ column }) => ({ id: column, direction: 'asc' as const }))
  const searched = pairedFor([...columns.values()], q).map(({ id }) => ({ id, direction: 'pairs' as const }))
  return [...searched, ...sorted, ...filtered].map(({ id, direction }) => {
    const { physical, type } = columnIn(columns, id)
    return { tableId, physical, type, direction }
  })
}
const isOrdered = (type: Wanted['type']) => (ORDERED as readonly string[]).includes(type)

type Needs = { store: TableIndexes; now: () => Date; onError: (error: unknown) => void }

/** Makes indexes of big tables in the background, one at a time, when people ask for rows in a way that they would serve. */
export function tableIndexing({ store, now, onError }: Needs) {
  let last: Promise<unknown> = Promise.resolve()
  /** By the JSON of what is wanted, as the two below. */
  const tries = remembered(TRIED_EVERY_MS, now, async (_key: string) => ({ isTooLong: false }))
  const noted = remembered(NOTED_EVERY_MS, now, (key: string) => store.use(JSON.parse(key) as Wanted, now()))
  const made = remembered(LOOKED_EVERY_MS, now, (key: string): Promise<void> => {
    const work = last.then(async () => {
      const tried = await tries(key)
      if (tried.isTooLong) return
      await store.make(JSON.parse(key) as Wanted).catch((error: unknown) => {
        tried.isTooLong = isTooLongForIndex(error)
        throw error
      })
      await noted(key)
    })
    last = work.catch(() => {})
    return work
  })

  return {
    /** Called for each question; returns at once. */
    ask(table: TableRow, columns: Columns, question: Question): void {
      if (table.row_count < INDEXED_ROWS) return
      for (const wanted of wantedFor(table.id, columns, question)) made(JSON.stringify(wanted)).catch(onError)
    },
    /** The physical columns of a table that are indexed for a search; none for a table that is too small. */
    async paired(table: TableRow, q: string): Promise<ReadonlySet<number>> {
      return q && table.row_count >= INDEXED_ROWS ? store.paired(table.id) : new Set()
    },
    /** When the indexes asked for so far are made. */
    settled: async (): Promise<void> => void (await last),
    /**
     * Runs work that writes most rows of a table without the indexes created for queries, which are created again
     * afterwards.
     */
    async without<T>(tableId: string, run: () => Promise<T>): Promise<T> {
      const dropped = await store.drop(tableId)
      try {
        return await run()
      } finally {
        for (const again of dropped) last = last.then(again).catch(onError)
      }
    },
    /** Drops the indexes of the texts of a table, which can only contain short ones and prevent storing a long one. */
    dropOfTexts: store.dropOfTexts,
    sweep: () => store.dropUnused(new Date(now().getTime() - UNUSED_DAYS * DAY_MS)),
  }
}
export type TableIndexing = ReturnType<typeof tableIndexing>
