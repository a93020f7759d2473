import { useSyncExternalStore } from 'react'
import type { SiteInfo } from '#contract/settings.ts'

let current: SiteInfo | null = null
const listeners = new Set<() => void>()

/** Sets the site's information; the frame shows it without a reload. */
export function setSite(next: SiteInfo): void {
  current = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
/** The site's information; `atFirst` was delivered with the page. */
export const useSite = (atFirst: SiteInfo): SiteInfo =>
  useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  ) ?? atFirst

/** How many days the trash and messages are kept. */
export function useKept(): Pick<SiteInfo, 'trashDays' | 'messageDays'> {
  const site = useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  )
  if (!site) throw new Error('the site is not known yet')
  return site
}
