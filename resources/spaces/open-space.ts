import { SPACE_ROLE_THRESHOLD } from '#contract/core/limits.ts'
import { type Space, spaces } from '#contract/spaces.ts'
import { leaveForAccess } from '#providers/auth.ts'
import { CallFailure, call } from '#providers/call.ts'
import { present } from '#providers/errors.ts'
import { isGivingUp } from '#providers/give-up.ts'
import { keepInSession } from '#providers/storage.ts'
import { currentView } from '#providers/view-as.ts'

/** A space, or how somebody outside is turned away from it: it is closed, or they may not know of it. */
export type Opened = { space: Space } | { turnedAway: 'closed' | 'hidden' }

const never = new Promise<never>(() => {})
/** The address goes ahead of the page: what is loaded next may keep the last one standing for a while. */
const isHere = (code: string) => decodeURIComponent(location.pathname.split('/')[2] ?? '') === code

/**
 * The access info decides who comes in: a member, or anybody into a public space; everybody else is led to `/access`,
 * which does not tell a space that cannot be seen from one that is not there. An owner who looks at his space as somebody
 * else stays, and is told. Source: spec section 6.
 */
export async function openSpace(code: string, signal: AbortSignal): Promise<Opened> {
  const isWanted = () => !isGivingUp() && !signal.aborted && isHere(code)
  if (!isWanted()) return never
  // Nobody outside learns of a private space: its owner, looking as one of them, need not ask.
  const view = currentView()
  if (view?.role === 'stranger' && view.type === 'private') return { turnedAway: 'hidden' }
  try {
    const access = await call(spaces.access, { url: code }, { quiet: true })
    if (access.role < SPACE_ROLE_THRESHOLD && access.type !== 'public') return refuseEntry('closed', isWanted())
    keepInSession('spaceId', access.space.id)
    keepInSession('spaceCode', access.space.identifier)
    return { space: await call(spaces.show, { id: access.space.id }, { quiet: true }) }
  } catch (failure) {
    const isHidden = failure instanceof CallFailure && failure.error === 'spaceNotFound'
    if (isHidden) return refuseEntry('hidden', isWanted())
    present(failure)
    throw failure
  }
}

function refuseEntry(turnedAway: 'closed' | 'hidden', isWanted: boolean): Opened | Promise<never> {
  if (currentView()) return { turnedAway }
  if (isWanted) leaveForAccess()
  return never
}
