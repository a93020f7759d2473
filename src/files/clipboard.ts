import { useSyncExternalStore } from 'react'
import type { SpaceType } from '#contract/core/policy.ts'
import type { FileRecord } from '#contract/files.ts'

/** The items that a user cut or copied; shared with other spaces and tabs. */
export type Clipboard = {
  kind: 'cut' | 'copy'
  items: readonly FileRecord[]
  spaceId: string
  spaceType: SpaceType
  personId: string
}

const NAME = 'files-clipboard'
const listeners = new Set<() => void>()
let clipboard: Clipboard | null = stored()
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(NAME)
/** Message by which a new tab requests the clipboard of other tabs. */
const ASK = 'ask'
if (channel) {
  channel.onmessage = ({ data }: MessageEvent<Clipboard | null | typeof ASK>) => {
    if (data !== ASK) set(data)
    else if (clipboard) channel.postMessage(clipboard)
  }
  if (!clipboard) channel.postMessage(ASK)
}

/** The clipboard that this tab held before a reload. */
function stored(): Clipboard | null {
  return JSON.parse(sessionStorage.getItem(NAME) ?? 'null') as Clipboard | null
}

function set(next: Clipboard | null): void {
  clipboard = next
  try {
    sessionStorage.setItem(NAME, JSON.stringify(next))
  } catch {
    // Larger than the session storage allows: the clipboard is lost at a reload.
    sessionStorage.removeItem(NAME)
  }
  for (const listener of listeners) listener()
}

export function setClipboard(next: Clipboard | null): void {
  set(next)
  channel?.postMessage(next)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The clipboard of this user; null if it belongs to another user. */
export function useClipboard(personId: string | null): Clipboard | null {
  const now = useSyncExternalStore(subscribe, () => clipboard)
  return now && now.personId === personId ? now : null
}

/** Caches the hashes of a clipboard, because every row checks them. */
const hashesOf = new WeakMap<Clipboard, ReadonlySet<string>>()

/** Whether a record was cut and is waiting to be pasted. */
export function isCut({ clipboard: held }: { clipboard: Clipboard | null }, record: FileRecord): boolean {
  if (held?.kind !== 'cut') return false
  const hashes = hashesOf.get(held) ?? new Set(held.items.map(({ hash }) => hash))
  hashesOf.set(held, hashes)
  return hashes.has(record.hash)
}
