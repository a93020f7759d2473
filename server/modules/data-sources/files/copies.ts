import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { TABLE_FILE_BYTES } from '#contract/core/limits.ts'
import { Failure } from '#server/failure.ts'
import { diskCache } from '#server/storage/disk-cache.ts'
import type { AskedFile } from './asking.ts'

/** Bytes of copies on this node, besides those in use (our choice). */
const COPIES_BYTES = 5 * 1_073_741_824
/** Files whose copies are known (our choice). */
const KNOWN_MAX = 200

/** A file of another site; `ask` returns null if it is unchanged since the known state. `id` contains no slash. */
export type FarFile = {
  id: string
  name: string
  ask: (known: string | null, signal: AbortSignal) => Promise<AskedFile | null>
}
/** The local copy of such a file. */
export type FileCopy = { path: string; name: string; state: string | null; key: string }
type Needs = { folder: string; newId: () => string }

async function* bounded(body: AskedFile['body']): AsyncGenerator<Buffer> {
  let size = 0
  for await (const piece of body) {
    size += piece.length
    if (size > TABLE_FILE_BYTES) throw new Failure('tooLarge', { values: { max: TABLE_FILE_BYTES } })
    yield piece
  }
}

/** Local copies of files of other sites: an unchanged file is not fetched again. */
export function fileCopies({ folder, newId }: Needs) {
  const cache = diskCache(folder, COPIES_BYTES)
  /** The last copy of each file, by its id. */
  const known = new Map<string, { key: string; state: string }>()

  async function kept<T>(id: string, asked: AskedFile, signal: AbortSignal, run: (copy: FileCopy) => Promise<T>) {
    const { name, state, body } = asked
    const key = `${id}/${newId()}`
    const make = (target: string) => pipeline(bounded(body), createWriteStream(target, { mode: 0o600 }), { signal })
    return cache.withFile(key, make, async (path) => {
      await cache.clear(id, key)
      known.delete(id)
      if (state !== null) known.set(id, { key, state })
      for (const oldest of known.keys()) {
        if (known.size <= KNOWN_MAX) break
        known.delete(oldest)
      }
      return run({ path, name, state, key })
    })
  }

  return {
    /** Runs work with the current version of a file. Throws tooLarge and what fetching throws. */
    async withFile<T>(
      { id, name, ask }: FarFile,
      signal: AbortSignal,
      run: (copy: FileCopy) => Promise<T>,
    ): Promise<T> {
      const before = known.get(id)
      const here = before && (await cache.has(before.key)) ? before : null
      const asked = await ask(here?.state ?? null, signal)
      if (asked) return kept(id, asked, signal, run)
      if (!here) throw new Failure('dataSourceFailed', { values: { why: 'HTTP 304' } })
      const unmade = async () => {
        throw new Failure('busy')
      }
      return cache.withFile(here.key, unmade, (path) => run({ path, name, state: here.state, key: here.key }))
    },
    /** The same, unless the file is unchanged since a state: then null. */
    async withChanged<T>(
      { id, ask }: FarFile,
      { state, signal }: { state: string | null; signal: AbortSignal },
      run: (copy: FileCopy) => Promise<T>,
    ): Promise<{ done: T } | null> {
      const asked = await ask(state, signal)
      return asked && { done: await kept(id, asked, signal, run) }
    },
  }
}
