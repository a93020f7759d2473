import i18next from 'i18next'
import type { FailureBody } from '#contract/core/envelope.ts'
import type { Act } from '#contract/core/operation.ts'

/** Code of a failure that the server did not expect. */
const UNEXPECTED = 500
const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)
/** These codes say in `data` what is wrong. Source: spec section 8. */
const SAID_IN_DATA = [202, 1]

/** The sentence of a refusal, in whichever field a server puts it. */
function sentenceIn(body: FailureBody & { msg?: unknown }): string {
  const { code, message, msg, data } = body
  const said = [textOf(message), textOf(msg), textOf(data)]
  const inOrder = SAID_IN_DATA.includes(code) ? said.reverse() : said
  return inOrder.find((one) => one !== null) ?? i18next.t('errors.unknown')
}

/** A call that did not succeed. */
export class FailedCall extends Error {
  /** The text for what failed, if there is one. */
  act?: Act | undefined
}

/** The server refused the call; holds its envelope. `message` is the reason. */
export class CallFailure extends FailedCall {
  readonly body: FailureBody

  constructor(body: FailureBody) {
    super(sentenceIn(body))
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
  /** Identifies the log line of an unexpected failure; null for refusals, which explain themselves. */
  get requestId(): string | null {
    return this.code === UNEXPECTED ? textOf(this.body.requestId) : null
  }
}

/** The user was asked to confirm their identity and chose not to: there is nothing to tell them. */
export class DeclinedProof extends CallFailure {}

/** There was no answer from the server: the network or the server is down, or a proxy answered instead. */
export class NetworkFailure extends FailedCall {
  /** The status of the answer that came instead, of a proxy; null without any answer. */
  readonly status: number | null

  constructor(message?: string, status: number | null = null) {
    super(message)
    this.status = status
  }
}

/** Statuses of a proxy whose server is away for the moment. */
const AWAY = [502, 503]
/** Whether the server was not reached, so that asking again may reach it. */
export const isAway = (failure: unknown): boolean =>
  failure instanceof NetworkFailure && (failure.status === null || AWAY.includes(failure.status))

/** A part of the page (a script that is loaded when it is needed) did not come: the site was updated, or is away. */
export class PartFailure extends Error {}

/** Whether nothing came because the browser itself has no connection, as far as it knows. */
const isOffline = (failure: unknown): boolean =>
  navigator.onLine === false &&
  (failure instanceof PartFailure || (failure instanceof NetworkFailure && failure.status === null))

/** The caller aborted the request. */
export class CancelledCall extends Error {}

/** What failed and why: the server's message, or the one for network failures and for parts that did not come. */
export function reasonOf(failure: unknown): string {
  const lost = isOffline(failure) ? i18next.t('errors.offline') : null
  if (failure instanceof PartFailure) return lost ?? i18next.t('errors.part')
  const why = failure instanceof CallFailure ? failure.message : (lost ?? i18next.t('errors.network'))
  const act = failure instanceof FailedCall && failure.act
  return act ? i18next.t('errors.because', { what: i18next.t(`errors.acts.${act}`), why }) : why
}

/** The sentence for a failure, with the request id if it was unexpected. */
export function sentenceOf(failure: unknown): string {
  const requestId = failure instanceof CallFailure && failure.requestId
  return requestId ? `${reasonOf(failure)} · ${i18next.t('errors.requestId')} ${requestId}` : reasonOf(failure)
}

/** Codes that the same question gets again: who may not see something, or what is not there. */
const FINAL = [403, 404]

/** Whether asking again may help. */
export const mayRetry = (failure: unknown): boolean => !(failure instanceof CallFailure && FINAL.includes(failure.code))
