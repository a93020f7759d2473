import { SPACE_ROLE_THRESHOLD } from '#contract/core/limits.ts'
import { type Space, spaces } from '#contract/spaces.ts'
import { leaveForAccess } from '#providers/auth.ts'
import { CallFailure, call } from '#providers/call.ts'
import { presentWide } from '#providers/errors.ts'
import { isGivingUp } from '#providers/give-up.ts'
import { keepInSession } from '#providers/storage.ts'
import { currentView } from '#providers/view-as.ts'

/** A space, or why an outsider has no access: the space is closed, or its existence is hidden. */
export type Opened = { space: Space } | { turnedAway: 'closed' | 'hidden' }

const never = new Promise<never>(() => {})
/** Compares with the browser's address, because the router keeps the previous page until the next one is loaded. */
const isHere = (code: string) => decodeURIComponent(location.pathname.split('/')[2] ?? '') === code

/**
 * The access info decides who may enter: members, and anybody for a public space. Everybody else is redirected to
 * `/access`, which does not distinguish a hidden space from a missing one. An owner who views the space as somebody
 * else stays on the page and sees the result. Source: spec section 6.
 */
export async function openSpace(code: string, signal: AbortSignal): Promise<Opened> {
  const isWanted = () => !isGivingUp() && !signal.aborted && isHere(code)
  if (!isWanted()) return never
  // Outsiders cannot see a private space; for an owner viewing as a stranger no request is needed.
  const view = currentView()
  if (view?.role === 'stranger' && view.type === 'private') return { turnedAway: 'hidden' }
  try {
    const access = await call(spaces.access, { url: code }, { quiet: true, stays: true })
    if (access.role < SPACE_ROLE_THRESHOLD && access.type !== 'public') return refuseEntry('closed', isWanted())
    keepInSession('spaceId', access.space.id)
    keepInSession('spaceCode', access.space.identifier)
    return { space: await call(spaces.show, { id: access.space.id }, { quiet: true, stays: true }) }
  } catch (failure) {
    const isHidden = failure instanceof CallFailure && failure.error === 'spaceNotFound'
    if (isHidden) return refuseEntry('hidden', isWanted())
    presentWide(failure, 'page')
    throw failure
  }
}

function refuseEntry(turnedAway: 'closed' | 'hidden', isWanted: boolean): Opened | Promise<never> {
  if (currentView()) return { turnedAway }
  if (isWanted) leaveForAccess()
  return never
}
