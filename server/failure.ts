import type { ErrorName } from '#contract/core/errors.ts'

type Extra = {
  /** The underlying error, for the log only. */
  cause?: unknown
  /** Values for the placeholders of the error's message, such as the name that is taken. */
  values?: Record<string, string | number | { zh: string; en: string }>
  /** Sent as `data` of the error envelope. */
  data?: unknown
}

/** An expected refusal: a row of `contract/core/errors.ts`. Any other thrown error is a defect. */
export class Failure extends Error {
  readonly refusal: ErrorName
  readonly values: Record<string, string | number | { zh: string; en: string }>
  readonly data: unknown

  constructor(refusal: ErrorName, { cause, values = {}, data = null }: Extra = {}) {
    super(refusal, { cause })
    this.refusal = refusal
    this.values = values
    this.data = data
  }
}

/** The result, or a refusal as a value; any other error is thrown. */
export const orRefusal = <T>(asked: Promise<T>): Promise<T | Failure> =>
  asked.catch((error: unknown) => {
    if (error instanceof Failure) return error
    throw error
  })

/** The result, or null for any refusal, when its reason does not matter. */
export async function nullIfRefused<T>(asked: Promise<T>): Promise<T | null> {
  const outcome = await orRefusal(asked)
  return outcome instanceof Failure ? null : outcome
}
