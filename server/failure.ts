import type { ErrorName } from '#contract/core/errors.ts'

type Extra = {
  /** What went wrong underneath, for the log only. */
  cause?: unknown
  /** Values for the sentence of the row, such as the name that is taken. */
  values?: Record<string, string | number | { zh: string; en: string }>
  /** Sent as `data`. */
  data?: unknown
}

/** An expected refusal: a row of `contract/core/errors.ts`. Everything else that is thrown is a defect. */
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
