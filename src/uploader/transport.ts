import { BYTES_PER_GB } from '#contract/core/limits.ts'
import { files } from '#contract/files.ts'
import { spaces } from '#contract/spaces.ts'
import { uploads } from '#contract/uploads.ts'
import { CallFailure, call, NetworkFailure } from '../../providers/call.ts'
import type { Clock } from './clock.ts'
import { type Connection, type FailureKind, reliably } from './connection.ts'
import type { FolderPlace } from './folders.ts'
import { packer } from './packs.ts'
import type { Groundwork } from './prepare.ts'
import { FileChanged } from './stop.ts'
import type { Cause } from './task.ts'
import type { Chunk, Job, Range, Transport } from './upload.ts'

/** A request without any progress for this long is aborted and retried. */
const SILENCE_MS = 60_000
/** How long the free space of a space is cached, in milliseconds. */
const ROOM_KNOWN_MS = 10_000

const PASSING = new Set(['busy', 'storeAway', 'unknown', 'tooManyRequests'])
const ANOTHER_ROUND = new Set(['uploadGone', 'uploadIncomplete'])
const SIGNED_OUT = new Set(['notSignedIn', 'sessionExpired'])

export const kindOf = (error: unknown): FailureKind => {
  if (error instanceof NetworkFailure) return 'network'
  return error instanceof CallFailure && PASSING.has(error.error) ? 'passing' : 'refused'
}
export const isWorthAnotherRound = (error: unknown): boolean =>
  error instanceof CallFailure && ANOTHER_ROUND.has(error.error)
export const isSignedOut = (error: unknown): boolean => error instanceof CallFailure && SIGNED_OUT.has(error.error)
export const isFolderGone = (error: unknown): boolean => error instanceof CallFailure && error.error === 'folderGone'

/** The cause of a failed task, for its row. */
export function causeOf(error: unknown): Cause {
  if (error instanceof FileChanged) return { key: 'fileChanged' }
  if (error instanceof CallFailure) return isSignedOut(error) ? { key: 'signedOut' } : { message: error.message }
  if (error instanceof NetworkFailure) return { key: 'network' }
  return { key: 'broken' }
}

type Needs = { connection: Connection; clock: Clock; life: AbortSignal }
export type Calls = Transport &
  Groundwork & {
    createFolder(place: FolderPlace): Promise<string>
    cancel(checkId: string): void
  }

/**
 * The upload protocol on top of the console's `call`; all calls are quiet, because refusals are shown beside the file.
 */
export function transportOver({ connection, clock, life }: Needs): Calls {
  const until = <T>(signal: AbortSignal, attempt: () => Promise<T>): Promise<T> =>
    reliably(attempt, { connection, clock, signal, kindOf })
  const rooms = new Map<string, { atMs: number; free: Promise<number> }>()

  async function freeNow(id: string): Promise<number> {
    const { size, usedBytes } = await until(life, () =>
      call(spaces.show, { id }, { signal: life, quiet: true, stays: true }),
    )
    return size * BYTES_PER_GB - usedBytes
  }

  return {
    check: ({ hash, sha256, dirHash, spaceId, name, size, conflict }, signal) =>
      until(signal, () =>
        call(
          uploads.check,
          {
            fileMd5: hash,
            ...(sha256 && { fileSha256: sha256 }),
            hash: dirHash,
            spaceId,
            name,
            total: size,
            conflict,
          },
          { signal, quiet: true, stays: true },
        ),
      ),
    async ver(checkId, signal) {
      const ranges = await until(signal, () =>
        call(uploads.ver, { checkId, form: 'ranges' }, { signal, quiet: true, stays: true }),
      )
      return ranges.filter((range): range is [number, number] => Array.isArray(range)) satisfies Range[]
    },
    chunk: (chunk, signal, onSent) =>
      until(signal, () =>
        watched(clock, signal, async (eitherSignal, isAlive) => {
          const onUploadProgress = ({ loaded }: { loaded: number }) => {
            isAlive()
            onSent(loaded)
          }
          await call(uploads.chunk, formOf(chunk), {
            signal: eitherSignal,
            onUploadProgress,
            requestId: `${chunk.checkId}-${chunk.chunkIndex}`,
            quiet: true,
            stays: true,
          }).catch((error: unknown) => readableOr(chunk.file, error))
        }),
      ),
    pack: packer((files, onSent) =>
      until(life, () =>
        watched(clock, life, (signal, isAlive) => {
          const onUploadProgress = ({ loaded }: { loaded: number }) => {
            isAlive()
            onSent(loaded)
          }
          return call(uploads.pack, formOfPack(files), { signal, onUploadProgress, quiet: true, stays: true })
        }),
      ),
    ),
    merge: (checkId, signal) =>
      until(signal, () => call(uploads.merge, { checkId }, { signal, quiet: true, stays: true })),
    // If the cancel call fails, the server removes the idle upload later.
    cancel: (checkId) => void call(uploads.cancel, { checkId }, { quiet: true, stays: true }).catch(() => {}),
    createFolder: ({ spaceId, targetHash, path }) =>
      until(life, () =>
        call(
          files.create,
          { spaceId, hash: targetHash, path, existing: 'reuse' },
          { signal: life, quiet: true, stays: true },
        ),
      ),
    taken: (spaceId, hash, names) =>
      until(life, () =>
        call(files.conflicts, { spaceId, hash, names: [...names] }, { signal: life, quiet: true, stays: true }),
      ),
    freeBytes(spaceId) {
      const known = rooms.get(spaceId)
      if (known && clock.now() - known.atMs < ROOM_KNOWN_MS) return known.free
      const free = freeNow(spaceId)
      rooms.set(spaceId, { atMs: clock.now(), free })
      free.catch(() => rooms.delete(spaceId))
      return free
    },
  }
}

/** The fields precede the bytes, so that the server knows the destination before it reads the content. */
export function formOf({ checkId, chunkCount, chunkIndex, file }: Chunk, more: Record<string, string> = {}): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(more)) form.set(name, value)
  form.set('checkId', checkId)
  form.set('chunkCount', String(chunkCount))
  form.set('chunkIndex', String(chunkIndex))
  form.set('file', file)
  return form
}

const formOfPack = (files: readonly { job: Job; bytes: Uint8Array<ArrayBuffer> }[]): FormData =>
  packForm(
    { spaceId: files[0]?.job.spaceId ?? '' },
    files.map(({ bytes, job: { dirHash, name, size, hash, conflict } }) => ({
      bytes,
      as: { hash: dirHash, name, total: size, fileMd5: hash, conflict },
    })),
  )

/** The list precedes the bytes, as the fields of a chunk do. */
export function packForm(
  fields: Record<string, string>,
  files: readonly { as: object; bytes: Uint8Array<ArrayBuffer> }[],
): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('files', JSON.stringify(files.map(({ as }) => as)))
  form.set('file', new Blob(files.map(({ bytes }) => bytes)))
  return form
}

/**
 * A file that changed on disk makes its request fail like a lost network; reading its first byte tells the difference.
 */
export async function readableOr(bytes: Blob, error: unknown): Promise<never> {
  if (!(error instanceof NetworkFailure)) throw error
  await bytes
    .slice(0, 1)
    .arrayBuffer()
    .catch((cause: unknown) => {
      throw new FileChanged('file changed while it was sent', { cause })
    })
  throw error
}

/** Aborts a request that has had no progress for SILENCE_MS and reports it as a network failure. */
export async function watched<T>(
  clock: Clock,
  signal: AbortSignal,
  run: (signal: AbortSignal, isAlive: () => void) => Promise<T>,
): Promise<T> {
  const silence = new AbortController()
  let cancel = clock.after(SILENCE_MS, () => silence.abort())
  const isAlive = () => {
    cancel()
    cancel = clock.after(SILENCE_MS, () => silence.abort())
  }
  try {
    return await run(AbortSignal.any([signal, silence.signal]), isAlive)
  } catch (error) {
    throw silence.signal.aborted && !signal.aborted ? new NetworkFailure() : error
  } finally {
    cancel()
  }
}
