import type { Say, TextKey } from './texts.ts'
import { bytesText, timeText } from './units.ts'

/** Results of a file. Those in `BAD` make the command exit with 1. */
const STATES = [
  'sent',
  'received',
  'would',
  'same',
  'skipped',
  'missing',
  'different',
  'extra',
  'refused',
  'failed',
] as const
export type State = (typeof STATES)[number]
const BAD: ReadonlySet<State> = new Set(['missing', 'different', 'extra', 'refused', 'failed'])
/** Files in these states are reported one by one; those in other states are too many. */
const LINES: Partial<Record<State, TextKey>> = {
  would: 'lineWould',
  missing: 'lineMissing',
  different: 'lineDifferent',
  extra: 'lineExtra',
  refused: 'lineRefused',
  failed: 'lineFailed',
}
/** Interval of progress output in a terminal, and in a log; milliseconds. */
const TICK_MS = { terminal: 300, log: 10_000 } as const
/** The rate is computed over this time; milliseconds. */
const RATE_MS = 10_000

export type Outcome = { path: string; state: State; bytes?: number; sha256?: string; message?: string }
type Out = { write: (text: string) => unknown }
type Needs = { out: Out; err: Out; isJson: boolean; isTerminal: boolean; say: Say; now: () => number }
export type Report = ReturnType<typeof reportTo>

/** Reports results on `out`, progress and problems on `err`. */
export function reportTo({ out, err, isJson, isTerminal, say, now }: Needs) {
  const counts = new Map<State, number>()
  const startMs = now()
  const samples: { atMs: number; bytes: number }[] = [{ atMs: startMs, bytes: 0 }]
  let files = 0
  let moved = 0
  let unmoved = 0
  let expected = 0
  let timer: NodeJS.Timeout | undefined

  const clear = () => isTerminal && timer && err.write('\r\x1b[2K')

  function tick(): void {
    const atMs = now()
    samples.push({ atMs, bytes: moved })
    while (samples.length > 2 && (samples[0]?.atMs ?? 0) < atMs - RATE_MS) samples.shift()
    const [first] = samples as [(typeof samples)[0]]
    const rate = ((moved - first.bytes) / Math.max(1, atMs - first.atMs)) * 1000
    const ahead = expected - unmoved - moved
    const left = rate > 0 && ahead > 0 ? say('left', { time: timeText((ahead / rate) * 1000) }) : ''
    const line = say('progress', { files, bytes: bytesText(moved), rate: bytesText(rate), left })
    err.write(isTerminal ? `\r\x1b[2K${line}` : `${line}\n`)
  }

  return {
    /** Starts progress output. */
    start(): void {
      if (!isJson) timer = setInterval(tick, isTerminal ? TICK_MS.terminal : TICK_MS.log).unref()
    },
    /** Adds to the expected number of bytes. */
    expect: (bytes: number) => void (expected += bytes),
    moved: (bytes: number) => void (moved += bytes),
    /** Subtracts bytes that need not be transferred. */
    spared: (bytes: number) => void (unmoved += bytes),
    file(outcome: Outcome): void {
      const { path, state, message = '' } = outcome
      files += 1
      counts.set(state, (counts.get(state) ?? 0) + 1)
      if (isJson) return void out.write(`${JSON.stringify(outcome)}\n`)
      const line = LINES[state]
      if (!line) return
      clear()
      const isResult = state !== 'refused' && state !== 'failed'
      ;(isResult ? out : err).write(`${say(line, { path, message })}\n`)
    },
    note(text: string): void {
      clear()
      err.write(`${text}\n`)
    },
    /** Prints the summary and returns the exit code. `isWhole`: the command was completed. */
    done(isWhole = true): number {
      clear()
      clearInterval(timer)
      const shownStates = STATES.filter((state) => counts.has(state))
      const isWell = isWhole && !shownStates.some((state) => BAD.has(state))
      if (isJson) {
        const all = Object.fromEntries(shownStates.map((state) => [state, counts.get(state)]))
        out.write(`${JSON.stringify({ done: isWell, counts: all, bytes: moved, ms: now() - startMs })}\n`)
      } else if (isWhole || shownStates.length) {
        const all = shownStates.map((state) => say(state, { n: counts.get(state) ?? 0 })).join(', ') || say('nothing')
        out.write(`${say('summary', { counts: all, bytes: bytesText(moved), time: timeText(now() - startMs) })}\n`)
      }
      return isWell ? 0 : 1
    },
  }
}
