/** The result of a registration: `later` is retried automatically, `never` needs action by a person. */
export type Told =
  | { kind: 'done'; state: 'draft' | 'registered' | 'findable' }
  | { kind: 'later' | 'never'; cause: string }

/** Longest cause that is kept, in characters. */
export const CAUSE_MAX = 500
/** Refusals that end by themselves. */
const TRANSIENT = [408, 425, 429]
/** Whether an answer may be another one later. */
export const isTransient = (status: number): boolean => status >= 500 || TRANSIENT.includes(status)

export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The caller's schema refuses it.
    return undefined
  }
}

/** The result of a call without a response. */
export function noAnswer(error: unknown): Told {
  const { name, message, cause } = error as Error & { cause?: { code?: string } }
  return { kind: 'later', cause: [name, cause?.code, message].filter(Boolean).join(': ').slice(0, CAUSE_MAX) }
}
