import type { Say, TextKey } from './texts.ts'

/** What the server refused, in its own words. `error` names the row of its table of refusals. */
export class Refusal extends Error {
  readonly error: string
  readonly status: number
  /** What the server asks to wait before the next try, in milliseconds. */
  readonly retryAfterMs: number

  constructor({
    error,
    status,
    message,
    retryAfterMs = 0,
  }: { error: string; status: number; message: string; retryAfterMs?: number }) {
    super(message)
    this.error = error
    this.status = status
    this.retryAfterMs = retryAfterMs
  }
}

/** No answer came: the network is gone, the server is down or silent. */
export class Unreachable extends Error {}

/** Something of ours that ends the command, or a file of it: a sentence of `texts`. */
export class Trouble extends Error {
  readonly text: TextKey
  readonly values: Record<string, string | number>

  constructor(text: TextKey, values: Record<string, string | number> = {}) {
    super(text)
    this.text = text
    this.values = values
  }
}

/** How the command was called makes no sense: exit code 2. */
export class WrongCall extends Trouble {}

const ENDS_ALL = new Set([
  'notSignedIn',
  'sessionExpired',
  'tokenReadsOnly',
  'tokenMismatch',
  'mustSetUp',
  'spaceNotFound',
  'spaceForbidden',
  'diskFull',
])

/** Whether no other file would fare better. */
export const endsAll = (error: unknown): boolean =>
  error instanceof Unreachable || (error instanceof Refusal && ENDS_ALL.has(error.error))

/** An expected failure in words; what nobody expected is thrown again. */
export function sentenceOf(error: unknown, say: Say): string {
  if (error instanceof Refusal) return error.message
  if (error instanceof Unreachable) return say('unreachable', { why: error.message })
  if (error instanceof Trouble) return say(error.text, error.values)
  if (error instanceof Error && 'syscall' in error) return error.message
  throw error
}
