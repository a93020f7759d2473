import { useSyncExternalStore } from 'react'
import type { SpaceType } from '#contract/core/policy.ts'
import { type ViewAs, viewAsRoleOf } from '#contract/view-as.ts'
import { forgetInSession, keepInSession, sessionValue } from './storage.ts'

/** The role or person as whom an owner views a space, with the codes used in the space's addresses and its type. */
type View = ViewAs & { identifier: string; type: SpaceType }

const listeners = new Set<() => void>()
const invalidate = () => {
  for (const listener of listeners) listener()
}

/** Kept in session storage and read once, so that the value stays referentially equal. */
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

/** The view that applies to this page; null outside of the viewed space and when no view is active. */
export function currentView(): View | null {
  const now = view()
  return now && isInside(now, location.pathname) ? now : null
}

/** Starts viewing a space as somebody else; data fetched before must be refetched. */
export function beginView(next: View): void {
  kept = next
  keepInSession('view-as', `${next.spaceId} ${next.role} ${next.identifier} ${next.type}`)
  invalidate()
}

/** Ends the view; the owner sees the space as themselves again. */
export function endView(): void {
  kept = null
  forgetInSession('view-as')
  invalidate()
}

/** Ends the view when the path is outside of the viewed space; returns whether it did. */
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
