import { useSyncExternalStore } from 'react'

let current = true
const listeners = new Set<() => void>()

/** Sets whether the site sends mail; false while mails stay on the site. */
export function setSendsMail(next: boolean): void {
  current = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
/** Whether the site sends mail: what is said of a mail that was only kept must be another sentence. */
export const useSendsMail = (): boolean => useSyncExternalStore(subscribe, () => current)
