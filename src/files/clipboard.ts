import { useSyncExternalStore } from 'react'
import type { FileRecord } from '#contract/files.ts'

/** What was cut or copied, of one person, wherever they paste it: in another space, or another tab. */
export type Clipboard = { kind: 'cut' | 'copy'; items: readonly FileRecord[]; spaceId: string; personId: string }

const NAME = 'files-clipboard'
const listeners = new Set<() => void>()
let clipboard: Clipboard | null = stored()
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(NAME)
/** What a new tab asks the others for. */
const ASK = 'ask'
if (channel) {
  channel.onmessage = ({ data }: MessageEvent<Clipboard | null | typeof ASK>) => {
    if (data !== ASK) set(data)
    else if (clipboard) channel.postMessage(clipboard)
  }
  if (!clipboard) channel.postMessage(ASK)
}

/** What this tab held before it was loaded again. */
function stored(): Clipboard | null {
  return JSON.parse(sessionStorage.getItem(NAME) ?? 'null') as Clipboard | null
}

function set(next: Clipboard | null): void {
  clipboard = next
  try {
    sessionStorage.setItem(NAME, JSON.stringify(next))
  } catch {
    // More than a tab may keep: it lasts as long as the page then.
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

/** The clipboard of this person; another one's is none. */
export function useClipboard(personId: string | null): Clipboard | null {
  const now = useSyncExternalStore(subscribe, () => clipboard)
  return now && now.personId === personId ? now : null
}

/** Hashes of a clipboard that is asked about row by row. */
const hashesOf = new WeakMap<Clipboard, ReadonlySet<string>>()

/** Cut rows wait for where they go. */
export function isCut({ clipboard: held }: { clipboard: Clipboard | null }, record: FileRecord): boolean {
  if (held?.kind !== 'cut') return false
  const hashes = hashesOf.get(held) ?? new Set(held.items.map(({ hash }) => hash))
  hashesOf.set(held, hashes)
  return hashes.has(record.hash)
}
