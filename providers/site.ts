import { useSyncExternalStore } from 'react'
import type { SiteInfo } from '#contract/settings.ts'

let current: SiteInfo | null = null
const listeners = new Set<() => void>()

/** What the site says of itself from now on: the frame shows it without being loaded anew. */
export function setSite(next: SiteInfo): void {
  current = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
/** What the site says of itself; `atFirst` is what the page came with. */
export const useSite = (atFirst: SiteInfo): SiteInfo =>
  useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  ) ?? atFirst
