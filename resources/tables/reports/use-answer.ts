import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query'
import type { Ask, ChartAnswer } from '#contract/charts/answer.ts'
import { askChart } from '#contract/charts/asking.ts'
import type { ChartDefinition } from '#contract/charts/definition.ts'
import { dataViews } from '#contract/data-views.ts'
import type { AnswerPage } from '#contract/queries/answer.ts'
import { call } from '#providers/call.ts'

/** Questions of a page that are under way at a time; the server answers two of one person (our choice). */
const AT_ONCE = 4
/**
 * How long an unused answer is cached, in milliseconds, so that a board that is open all day does not fill the memory.
 */
const KEEP_MS = 60_000

let running = 0
/** Questions that wait, those of the chart that began to ask first before the others: it is drawn once all are answered. */
const waiting: { chart: number; go: () => void }[] = []
let charts = 0

/** Runs when it is the turn of its chart; the server refuses a person who asks too much at once. */
async function inTurn<T>(chart: number, run: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    const { promise, resolve } = Promise.withResolvers<void>()
    const place = waiting.findLastIndex((one) => one.chart <= chart) + 1
    waiting.splice(place, 0, { chart, go: resolve })
    await promise
  }
  running += 1
  try {
    return await run()
  } finally {
    running -= 1
    waiting.shift()?.go()
  }
}

type Shared = { answer: Promise<AnswerPage>; askers: number; end: AbortController }
/** Questions under way, by what they ask: cards over the same source ask much that is equal. */
const shared = new Map<string, Shared>()

/** Shares a running query, or starts it; when the last caller leaves, it is cancelled. */
async function together(
  key: string,
  { chart, signal }: { chart: number; signal: AbortSignal },
  ask: (signal: AbortSignal) => Promise<AnswerPage>,
) {
  signal.throwIfAborted()
  const end = new AbortController()
  const one = shared.get(key) ?? { end, askers: 0, answer: inTurn(chart, () => ask(end.signal)) }
  shared.set(key, one)
  one.askers += 1
  const leave = () => {
    one.askers -= 1
    if (one.askers > 0) return
    if (shared.get(key) === one) shared.delete(key)
    one.end.abort()
  }
  signal.addEventListener('abort', leave, { once: true })
  try {
    return await one.answer
  } finally {
    signal.removeEventListener('abort', leave)
    if (shared.get(key) === one) shared.delete(key)
  }
}

/** Asks as the reader, whose rights decide at each question. */
export function askIn(spaceId: string, signal: AbortSignal, requestId?: string): Ask {
  const chart = (charts += 1)
  return (query, part) => {
    const asked = { spaceId, definition: { query }, ...part }
    return together(JSON.stringify(asked), { chart, signal }, async (end) => {
      end.throwIfAborted()
      return call(dataViews.answer, asked, { quiet: true, signal: end, ...(requestId && { requestId }) })
    })
  }
}

export const answerKey = (spaceId: string, definition: ChartDefinition) =>
  ['reports', spaceId, 'answer', JSON.stringify(definition)] as const

/** The current answer of a card, or the query for it once it is visible. */
export const answerOf = (spaceId: string, definition: ChartDefinition) => ({
  queryKey: answerKey(spaceId, definition),
  queryFn: ({ signal }: { signal: AbortSignal }) => askChart(definition, askIn(spaceId, signal)),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Removes unused answers of a space from the cache, because a source has changed. */
export const forgetAnswers = (client: QueryClient, spaceId: string) =>
  client.removeQueries({ queryKey: ['reports', spaceId, 'answer'], type: 'inactive' })

/** The answer to a chart, asked once somebody sees it; what was answered before stays until the next one is here. */
export function useAnswer(
  spaceId: string,
  definition: ChartDefinition,
  options: { isSeen: boolean; everyMs: number; requestId: string },
) {
  return useQuery<ChartAnswer>({
    queryKey: answerKey(spaceId, definition),
    queryFn: ({ signal }) => askChart(definition, askIn(spaceId, signal, options.requestId)),
    enabled: options.isSeen,
    placeholderData: keepPreviousData,
    gcTime: KEEP_MS,
    staleTime: KEEP_MS,
    refetchInterval: options.everyMs || false,
  })
}
