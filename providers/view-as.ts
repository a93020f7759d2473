import { useSyncExternalStore } from 'react'
import type { SpaceType } from '#contract/core/policy.ts'
import { type ViewAs, viewAsRoleOf } from '#contract/view-as.ts'
import { forgetInSession, keepInSession, sessionValue } from './storage.ts'

/** As whom an owner looks at a space, with the codes that its addresses name it by, and who finds it. */
type View = ViewAs & { identifier: string; type: SpaceType }

const listeners = new Set<() => void>()
const invalidate = () => {
  for (const listener of listeners) listener()
}

/** Kept by the tab; read once, so that the same view is the same value. */
let kept: View | null | undefined
function view(): View | null {
  if (kept !== undefined) return kept
  const [spaceId = '', asked, identifier = '', type] = (sessionValue('view-as') ?? '').split(' ')
  const role = viewAsRoleOf(asked)
  kept = role && { spaceId, role, identifier, type: type as SpaceType }
  return kept
}

const isInside = ({ spaceId, identifier }: View, path: string) => {
  const code = path.split('/')[2]?.toLowerCase()
  return path.startsWith('/space/') && (code === spaceId || code === identifier.toLowerCase())
}

/** As whom this page looks at its space; null where nobody does, as everywhere outside of that space. */
export function currentView(): View | null {
  const now = view()
  return now && isInside(now, location.pathname) ? now : null
}

/** Begins to look at a space as somebody else: what was asked before has to be asked anew. */
export function beginView(next: View): void {
  kept = next
  keepInSession('view-as', `${next.spaceId} ${next.role} ${next.identifier} ${next.type}`)
  invalidate()
}

/** Back to one's own eyes. */
export function endView(): void {
  kept = null
  forgetInSession('view-as')
  invalidate()
}

/** Ends the view when the page has left its space; tells whether it had. */
export function endViewOutside(path: string): boolean {
  const now = view()
  if (!now || isInside(now, path)) return false
  endView()
  return true
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
export const useView = (): View | null => useSyncExternalStore(subscribe, currentView, () => null)
