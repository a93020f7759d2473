import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query'
import type { Ask, ChartAnswer } from '#contract/charts/answer.ts'
import { askChart } from '#contract/charts/asking.ts'
import type { ChartDefinition } from '#contract/charts/definition.ts'
import { dataViews } from '#contract/data-views.ts'
import { call } from '#providers/call.ts'

/** Questions of a page that are under way at a time; the server answers two of one person (our choice). */
const AT_ONCE = 4
/** How long an answer that nobody shows is kept, in milliseconds: a board that is open all day does not grow. */
const KEEP_MS = 60_000

let running = 0
const waiting: (() => void)[] = []

/** Runs when it is its turn; the server refuses a person who asks too much at once. */
async function inTurn<T>(run: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>((go) => waiting.push(go))
  running += 1
  try {
    return await run()
  } finally {
    running -= 1
    waiting.shift()?.()
  }
}

/** Asks as the reader, whose rights decide at each question. */
export const askIn =
  (spaceId: string, signal: AbortSignal): Ask =>
  (query, part) =>
    inTurn(async () => {
      signal.throwIfAborted()
      return call(dataViews.answer, { spaceId, definition: { query }, ...part }, { quiet: true, signal })
    })

export const answerKey = (spaceId: string, definition: ChartDefinition) =>
  ['reports', spaceId, 'answer', JSON.stringify(definition)] as const

/** Forgets the answers of a space that nobody shows: a source has changed. */
export const forgetAnswers = (client: QueryClient, spaceId: string) =>
  client.removeQueries({ queryKey: ['reports', spaceId, 'answer'], type: 'inactive' })

/** The answer to a chart, asked once somebody sees it; what was answered before stays until the next one is here. */
export function useAnswer(spaceId: string, definition: ChartDefinition, options: { isSeen: boolean; everyMs: number }) {
  return useQuery<ChartAnswer>({
    queryKey: answerKey(spaceId, definition),
    queryFn: ({ signal }) => askChart(definition, askIn(spaceId, signal)),
    enabled: options.isSeen,
    placeholderData: keepPreviousData,
    gcTime: KEEP_MS,
    staleTime: KEEP_MS,
    refetchInterval: options.everyMs || false,
  })
}
