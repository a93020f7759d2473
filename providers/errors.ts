import { errors, type Presentation } from '#contract/core/errors.ts'
import { CallFailure, CancelledCall, NetworkFailure } from './failures.ts'

/** What the console does about a failed call. */
export type Reaction =
  | { show: 'login' }
  | { show: 'modal' | 'notFound' | 'notice'; text: string; requestId?: string }
  | { show: 'forbidden' }
  | { show: 'error' | 'cancelled' }

const byCode: Record<number, Presentation> = {
  401: 'login',
  5: 'login',
  [-1]: 'modal',
  4: 'modal',
  [-2]: 'modal',
  [-3]: 'modal',
  8: 'modal',
  500: 'modal',
  1007: 'modal',
  202: 'modalData',
  1: 'modalData',
  403: 'forbidden',
  404: 'notFound',
  502: 'notice',
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

/**
 * Maps a failed call to what the user sees. The row of the error table decides; a code without a row is looked up in
 * the table of spec section 8; any other non-zero code is shown in a modal.
 */
export function reactionTo(failure: unknown): Reaction {
  if (failure instanceof CancelledCall) return { show: 'cancelled' }
  if (failure instanceof NetworkFailure || !(failure instanceof CallFailure)) return { show: 'error' }
  const { code, error, message, data, requestId } = failure.body
  const row = (errors as Record<string, { show: Presentation } | undefined>)[error]
  const show = row?.show ?? byCode[code] ?? 'modal'
  if (show === 'login' || show === 'forbidden') return { show }
  const legacy = (failure.body as { msg?: unknown }).msg
  const text =
    show === 'modalData' ? (textOf(data) ?? message) : (textOf(message) ?? textOf(legacy) ?? textOf(data) ?? '')
  return { show: show === 'modalData' ? 'modal' : show, text, ...(code === 500 && { requestId }) }
}

type Presenter = (reaction: Reaction) => void
let presenter: Presenter = () => {}

/** The shell registers how reactions are presented; before that nothing is shown. */
export function presentWith(how: Presenter): void {
  presenter = how
}
export const present = (failure: unknown): void => presenter(reactionTo(failure))

/** Presents a failure only if it says that the session has ended, since no page can continue then. */
export function presentEnd(failure: unknown): void {
  const reaction = reactionTo(failure)
  if (reaction.show === 'login') presenter(reaction)
}
