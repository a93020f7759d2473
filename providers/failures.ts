import i18next from 'i18next'
import type { FailureBody } from '#contract/core/envelope.ts'

/** The server refused the call; holds its envelope. */
export class CallFailure extends Error {
  readonly body: FailureBody

  constructor(body: FailureBody) {
    super(body.message)
    this.body = body
  }

  get code(): number {
    return this.body.code
  }
  /** Name of the row in the error table. */
  get error(): string {
    return this.body.error
  }
  get fields(): NonNullable<FailureBody['fields']> {
    return this.body.fields ?? []
  }
  get data(): unknown {
    return this.body.data
  }
}

/** There was no answer from the server: the network or the server is down, or a proxy answered instead. */
export class NetworkFailure extends Error {}

/** The caller aborted the request. */
export class CancelledCall extends Error {}

/**
 * The sentence for a failure: the server's message (with the request id if unexpected), or a network failure message.
 */
export function sentenceOf(failure: unknown): string {
  if (!(failure instanceof CallFailure)) return i18next.t('errors.network')
  const { code, message, body } = failure
  return code === 500 ? `${message} · ${i18next.t('errors.requestId')} ${body.requestId}` : message
}
