import { SFTP_HELD_BYTES } from '#contract/core/limits.ts'
import { BrokenOff, type Seen } from '#server/modules/protocols/index.ts'
import { Status } from './packet.ts'
import type { Reading } from './reading.ts'
import { Refusal } from './refusal.ts'
import type { Hold } from './reorder.ts'
import type { Arriving } from './writing.ts'

/** Most open handles of one session: each file that is read buffers some bytes. */
export const HANDLES_MAX = 16

/** An open file or folder. */
export type Open =
  | { kind: 'read'; path: readonly string[]; reading: Reading }
  | { kind: 'write'; path: readonly string[]; arriving: Arriving; modifiedAt: Date | null }
  | { kind: 'folder'; pages: AsyncIterator<Seen[]>; rest: Seen[] }

/** The open handles of one session, by name. */
export function openHandles(hold: Hold, folder: string) {
  const open = new Map<string, Open & { release: () => void }>()
  let last = 0

  function find(name: string): Open {
    const found = open.get(name)
    if (!found) throw new Refusal(Status.FAILURE, 'Nothing is open by this handle')
    return found
  }

  return {
    /** Dependencies of a file that is written. */
    needs: { hold, folder },
    /** The file that is open for writing at a path; null if none is. */
    writtenAt(path: readonly string[]): Arriving | null {
      for (const one of open.values())
        if (one.kind === 'write' && one.path.join('/') === path.join('/')) return one.arriving
      return null
    },
    /**
     * Adds the handle that `begin` opens. Throws Refusal beyond the limit, before anything is opened, and the errors of
     * `begin`.
     */
    async add(begin: () => Promise<Open>): Promise<string> {
      if (open.size >= HANDLES_MAX) throw new Refusal(Status.FAILURE, 'Too much is open at once')
      const release = hold(SFTP_HELD_BYTES.handle)
      try {
        const what = await begin()
        last += 1
        open.set(String(last), { ...what, release })
        return String(last)
      } catch (error) {
        release()
        throw error
      }
    },
    find,
    /** The open file or folder of a handle. Throws Refusal for an unknown handle, and for one of another kind. */
    of<K extends Open['kind']>(name: string, kind: K): Extract<Open, { kind: K }> {
      const found = find(name)
      if (found.kind !== kind) throw new Refusal(Status.FAILURE, 'It is not open for that')
      return found as Extract<Open, { kind: K }>
    },
    isEmpty: () => open.size === 0,
    forget(name: string): void {
      open.get(name)?.release()
      open.delete(name)
    },
    /** Ends the session: files that were not closed are incomplete. */
    breakOff(): void {
      for (const one of open.values()) {
        if (one.kind === 'read') one.reading.close()
        if (one.kind === 'write') one.arriving.breakOff(new BrokenOff())
        one.release()
      }
      open.clear()
    },
  }
}
export type Handles = ReturnType<typeof openHandles>
