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
