import type { Say, TextKey } from './texts.ts'

/** A refusal of the server with its message. `error` is the name in the server's error table. */
export class Refusal extends Error {
  readonly error: string
  readonly status: number
  /** How long the server asks to wait before the next try, in milliseconds. */
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

/** No answer: the network or the server is down, or does not respond. */
export class Unreachable extends Error {}

/** A local problem that ends the command or one file; its text is in `texts`. */
export class Trouble extends Error {
  readonly text: TextKey
  readonly values: Record<string, string | number>

  constructor(text: TextKey, values: Record<string, string | number> = {}) {
    super(text)
    this.text = text
    this.values = values
  }
}

/** Invalid arguments: exit code 2. */
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

/** Whether every other file would fail in the same way. */
export const endsAll = (error: unknown): boolean =>
  error instanceof Unreachable || (error instanceof Refusal && ENDS_ALL.has(error.error))

/** The message of an expected failure; an unexpected error is thrown again. */
export function sentenceOf(error: unknown, say: Say): string {
  if (error instanceof Refusal) return error.message
  if (error instanceof Unreachable) return say('unreachable', { why: error.message })
  if (error instanceof Trouble) return say(error.text, error.values)
  if (error instanceof Error && 'syscall' in error) return error.message
  throw error
}
