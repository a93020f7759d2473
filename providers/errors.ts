import { errors, type Presentation } from '#contract/core/errors.ts'
import type { Operation } from '#contract/core/operation.ts'
import { CallFailure, CancelledCall, reasonOf } from './failures.ts'
import { isGivingUp } from './give-up.ts'
import { currentView } from './view-as.ts'

/** How the console reacts to a failed call. */
export type Reaction =
  | { show: 'login' }
  | { show: 'modal' | 'notFound' | 'notice' | 'error'; text: string; requestId?: string }
  | { show: 'forbidden' }
  | { show: 'cancelled' }

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

/**
 * Maps a failed call to what the user sees. The row of the error table decides; a code without a row is looked up in
 * the table of spec section 8; any other non-zero code is shown in a modal.
 */
export function reactionTo(failure: unknown): Reaction {
  if (failure instanceof CancelledCall) return { show: 'cancelled' }
  if (!(failure instanceof CallFailure)) return { show: 'error', text: reasonOf(failure) }
  const { code, error, requestId } = failure
  const text = reasonOf(failure)
  const row = (errors as Record<string, { show: Presentation } | undefined>)[error]
  const show = row?.show ?? byCode[code] ?? 'modal'
  if (show === 'login' || show === 'forbidden') return { show }
  return { show: show === 'modalData' ? 'modal' : show, text, ...(requestId && { requestId }) }
}

/** Whether nobody is signed in any more: the page is left for the sign-in. */
export const isSessionOver = (failure: unknown): failure is CallFailure => reactionTo(failure).show === 'login'

type Presenter = (reaction: Reaction) => void
let presenter: Presenter = () => {}

/** The shell registers how reactions are presented; before that nothing is shown. */
export function presentWith(how: Presenter): void {
  presenter = how
}
export const present = (failure: unknown): void => presenter(reactionTo(failure))

/** Whose failure it is: of what the page is about, or of something beside it (a drawer, a badge, a change). */
export type Concern = 'page' | 'aside'

/** By default, a refused read concerns the page, and a refused change leaves the page as it was. */
export const concernOf = (operation: Operation, { aside }: { aside?: boolean }): Concern =>
  operation.method === 'GET' && !aside ? 'page' : 'aside'

/**
 * Presents a failure that the caller shows itself, if it concerns more than the caller: an ended session, missing
 * access and a page that does not exist lead away from the page; a system that cannot answer now is a notice.
 */
export function presentWide(failure: unknown, concern: Concern): void {
  const reaction = reactionTo(failure)
  if (isWide(reaction, concern)) presenter(reaction)
}

function isWide({ show }: Reaction, concern: Concern): boolean {
  // In “view as” mode, the user stays on the page and sees the refusal of that role.
  if (show === 'forbidden') return !currentView()
  if (show === 'notFound') return concern === 'page' && !isGivingUp()
  return show === 'login' || show === 'notice'
}
