import { BrokenOff, type Seen } from '#server/modules/doors/index.ts'
import { Status } from './packet.ts'
import type { Reading } from './reading.ts'
import { Refusal } from './refusal.ts'
import type { Arriving } from './writing.ts'

/** Files and folders that one session has open at once: each file read keeps some of its bytes. */
export const HANDLES_MAX = 16

/** What a program has opened. */
export type Open =
  | { kind: 'read'; path: readonly string[]; reading: Reading }
  | { kind: 'write'; path: readonly string[]; arriving: Arriving; modifiedAt: Date | null }
  | { kind: 'folder'; pages: AsyncIterator<Seen[]>; rest: Seen[] }

/** What one session has open, by name. */
export function openHandles() {
  const open = new Map<string, Open>()
  let last = 0

  function find(name: string): Open {
    const found = open.get(name)
    if (!found) throw new Refusal(Status.FAILURE, 'Nothing is open by this handle')
    return found
  }

  return {
    /** Throws Refusal for one too many, before anything is opened. */
    demandRoom(): void {
      if (open.size >= HANDLES_MAX) throw new Refusal(Status.FAILURE, 'Too much is open at once')
    },
    add(what: Open): string {
      last += 1
      open.set(String(last), what)
      return String(last)
    },
    find,
    /** The same of one kind. Throws Refusal. */
    of<K extends Open['kind']>(name: string, kind: K): Extract<Open, { kind: K }> {
      const found = find(name)
      if (found.kind !== kind) throw new Refusal(Status.FAILURE, 'It is not open for that')
      return found as Extract<Open, { kind: K }>
    },
    isEmpty: () => open.size === 0,
    forget: (name: string) => void open.delete(name),
    /** The session is over: what was not closed is not whole. */
    breakOff(): void {
      for (const one of open.values()) {
        if (one.kind === 'read') one.reading.close()
        if (one.kind === 'write') one.arriving.breakOff(new BrokenOff())
      }
      open.clear()
    },
  }
}
export type Handles = ReturnType<typeof openHandles>
