import { createHash } from 'node:crypto'
import type { Ask, ChartAnswer } from '#contract/charts/answer.ts'
import { askChart, RangeTooWide } from '#contract/charts/asking.ts'
import type { ChartDefinition } from '#contract/charts/definition.ts'
import { BOARD_CARDS_MAX } from '#contract/core/limits.ts'
import { cardOf, chartOfCard } from '#contract/reports/card-chart.ts'
import {
  FilterValues,
  OFFERED_MAX,
  type OfferedValues,
  offeredQuery,
  type ReadBoard,
} from '#contract/reports/reading.ts'
import { Failure } from '#server/failure.ts'
import type { SignedIn } from '#server/http/context.ts'
import { networkPrefixOf } from '#server/http/network-prefix.ts'

/** The reader of a board; strangers are not signed in. */
export type BoardReader = Pick<SignedIn, 'id' | 'role'> & { isStranger?: true }
/** The contents of a board. */
export type ShownBoard = Omit<ReadBoard, 'mayFilter'>

/**
 * Maximum number of queries of one anonymous network per minute: ten of the largest boards, or many readers of small
 * ones behind one address (our choice).
 */
export const ASKED_A_MINUTE = 10 * BOARD_CARDS_MAX

/**
 * A reader who is not signed in: creator of nothing and in no space. Readers of one network share a queue, as one
 * person does.
 */
export function strangerAt(address: string): BoardReader {
  const id = createHash('sha256').update(networkPrefixOf(address)).digest('hex').slice(0, 32)
  return {
    id: `${id.slice(0, 8)}-${id.slice(8, 12)}-8${id.slice(13, 16)}-8${id.slice(17, 20)}-${id.slice(20)}`,
    role: 'role_general',
    isStranger: true,
  }
}

/** Throws queryInvalid. */
function filtersIn(text: string | undefined): FilterValues {
  try {
    return FilterValues.parse(text ? JSON.parse(text) : {})
  } catch (cause) {
    throw new Failure('queryInvalid', { values: { reason: 'filters' }, cause })
  }
}

/**
 * The names of an answer for a reader who can put any id in the filters of a board: without those that only a filter
 * names, unless its rows hold what it names.
 */
function namesFor({ names, rows, used }: ChartAnswer, set: FilterValues, saved: ChartDefinition | null) {
  const isHeld = (operator: string, { length }: readonly unknown[]) =>
    used > 0 && length === 1 && (operator === 'is' || operator === 'oneOf')
  const given = Object.values(set).flatMap((one) => (one && !isHeld(one.operator, one.values) ? one.values : []))
  const asked = saved?.query.filter.flatMap(({ conditions }) => conditions.flatMap(({ values }) => values)) ?? []
  const known = new Set([...asked, ...rows.flatMap(({ cells }) => cells)].map((one) => String(one).toLowerCase()))
  const guessed = new Set(given.map((one) => String(one).toLowerCase()).filter((one) => !known.has(one)))
  return Object.fromEntries(Object.entries(names).filter(([id]) => !guessed.has(id.toLowerCase())))
}

/** The data of a card's chart. Throws cardGone, queryInvalid, chartTooWide, and what `ask` throws. */
export async function askedChart(
  { board, charts }: ShownBoard,
  { card: key, filters }: { card: string; filters?: string | undefined },
  ask: Ask,
) {
  const card = cardOf(board, key)
  const set = filtersIn(filters)
  const definition = card && chartOfCard(board, card, charts, set)
  if (!definition) throw new Failure('cardGone')
  const answer = await askChart(definition, ask).catch((cause: unknown) => {
    throw cause instanceof RangeTooWide ? new Failure('chartTooWide', { cause }) : cause
  })
  return { ...answer, names: namesFor(answer, set, chartOfCard(board, card, charts)) }
}

/** Values that a filter may be set to. Throws filterGone, and what `ask` throws. */
export async function askedValues(
  { board }: ShownBoard,
  { filter: key, q }: { filter: string; q: string },
  ask: Ask,
): Promise<OfferedValues> {
  const [column] = board.filters.find((one) => one.key === key)?.columns ?? []
  if (!column) throw new Failure('filterGone')
  const { rows, names } = await ask(offeredQuery(column, q), { count: OFFERED_MAX, isCounted: false })
  return { values: rows.map(([cell = null]) => cell), names }
}
