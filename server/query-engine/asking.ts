import type { ChildProcess } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { engineErrorOf } from '#contract/queries/engine-errors.ts'
import { Failure } from '#server/failure.ts'
import { textOf } from '#server/http/texts.ts'
import { TOO_MUCH_MEMORY } from '#server/processes/limits.ts'
import type { Answer, Batch, Order, Query, Refused, Wish } from './wire.ts'

/** Time for a process to stop before it is killed; milliseconds. */
const STOP_MS = 500

type Sentence = { zh: string; en: string }
const inBoth = (key: string, values: Record<string, string | number> = {}): Sentence => ({
  zh: textOf('zh', key, values),
  en: textOf('en', key, values),
})

/** What DuckDB says, in our words where there are some. */
export function engineSentence(said: string): Sentence {
  const error = engineErrorOf(said)
  if (!error) return inBoth('dataViews.engineErrors.other', { said })
  const plain = inBoth(`dataViews.engineErrors.${error.key}`, error.values)
  if (!error.offered) return plain
  const offered = (language: 'zh' | 'en') =>
    textOf(language, 'dataViews.engineErrors.offered', { said: plain[language], names: error.offered })
  return { zh: offered('zh'), en: offered('en') }
}

/** A query was refused by DuckDB or by us. */
export class QueryRefused extends Failure {
  readonly refused: Refused

  constructor(refused: Refused) {
    const { refusal, reason, at } = refused
    const plain: Sentence =
      typeof reason === 'string'
        ? engineSentence(reason)
        : inBoth(`dataViews.problems.${reason.key}`, { name: reason.name })
    const placed = (language: 'zh' | 'en') =>
      at ? textOf(language, 'dataViews.sql.placed', { ...at, reason: plain[language] }) : plain[language]
    super(refusal, { values: { reason: { zh: placed('zh'), en: placed('en') } }, cause: reason, data: at ?? null })
    this.refused = refused
  }
}

/** The end of a process is the end of its query alone. */
const endOf = (signal: NodeJS.Signals | null): Failure =>
  signal === TOO_MUCH_MEMORY
    ? new Failure('queryTooLarge')
    : new Failure('queryFailed', { values: { reason: inBoth('dataViews.engine.processEnded') } })

type Limits = Pick<Query, 'secondsMax' | 'signal' | 'onProgress'>
/** What ends the waiting for a process. */
type Told = Exclude<Answer, { progress: number }>

/** Answers of a process, each awaited for as long as there is time left. */
function listener(child: ChildProcess, { signal, secondsMax, onProgress }: Limits) {
  let leftMs = secondsMax * 1000
  let heard = Promise.withResolvers<Told>()
  let isLost = false
  heard.promise.catch(() => undefined)
  const fail = (error: unknown) => heard.reject(error)
  const onAnswer = (answer: Answer) => ('progress' in answer ? onProgress?.(answer.progress) : heard.resolve(answer))
  const onAbort = () => fail(signal?.reason)
  const onEnd = (_code: unknown, by: NodeJS.Signals | null = null) => {
    isLost = true
    fail(endOf(by))
  }
  child.on('message', onAnswer).once('exit', onEnd).once('error', onEnd)
  signal?.addEventListener('abort', onAbort)
  if (signal?.aborted) onAbort()
  return {
    isLost: () => isLost,
    async next(order: Order): Promise<Told> {
      if (!isLost && !signal?.aborted) heard = Promise.withResolvers()
      heard.promise.catch(() => undefined)
      child.send(order, (error) => error && onEnd(null))
      const begun = performance.now()
      const timer = setTimeout(() => fail(new Failure('queryTooLong', { values: { seconds: secondsMax } })), leftMs)
      try {
        return await heard.promise
      } finally {
        clearTimeout(timer)
        leftMs -= performance.now() - begun
      }
    },
    close(): void {
      child.off('message', onAnswer).off('exit', onEnd).off('error', onEnd)
      signal?.removeEventListener('abort', onAbort)
    },
  }
}

/** Asks a process to stop, and kills it when it does not; tells whether it may work again. */
async function stopped(child: ChildProcess): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const onAnswer = (answer: Answer) => 'refused' in answer && resolve(!answer.isSpent)
  const onExit = () => resolve(false)
  child.on('message', onAnswer).once('exit', onExit)
  child.send('stop' satisfies Order, (error) => error && resolve(false))
  const isFree = await Promise.race([promise, pause(STOP_MS, false)])
  child.off('message', onAnswer).off('exit', onExit)
  return isFree
}

/** What a process is after a query: it may work again, with its sources open when it answered whole, or it may not. */
export type Outcome = 'answered' | 'free' | 'spent'

/**
 * Has a process answer, batch by batch; the next is made when this one was taken. `free` is called when the process is
 * done, with what it is then. Throws queryInvalid, queryFailed, queryTooLong, queryTooLarge, and the signal's
 * reason.
 */
export async function* answersOf(
  child: ChildProcess,
  wish: Wish,
  limits: Limits,
  free: (outcome: Outcome) => void,
): AsyncGenerator<Batch> {
  const answers = listener(child, limits)
  /** Null: it is still at work. */
  let outcome: Outcome | null = null
  child.channel?.ref()
  try {
    for (let order: Order = { wish }; ; order = 'next') {
      const answer = await answers.next(order)
      if ('refused' in answer) {
        outcome = answer.isSpent ? 'spent' : 'free'
        throw new QueryRefused(answer.refused)
      }
      if (answer.batch.isLast) outcome = answer.batch.isSpent ? 'spent' : 'answered'
      yield answer.batch
      if (answer.batch.isLast) return
    }
  } finally {
    answers.close()
    if (answers.isLost()) outcome = 'spent'
    child.channel?.unref()
    if (outcome === null) void stopped(child).then((isFree) => free(isFree ? 'free' : 'spent'))
    else free(outcome)
  }
}
