import { CHUNK_BYTES, CHUNKS_AT_ONCE } from '#contract/core/limits.ts'
import type { Conflict } from '#contract/files.ts'
import { CHECK_EXISTS, CHECK_GO_ON, chunkCountOf } from '#contract/uploads.ts'
import { CallFailure } from '../../providers/failures.ts'
import { UploadStop } from './stop.ts'

export type Job = {
  file: Blob
  name: string
  size: number
  spaceId: string
  dirHash: string
  /** MD5 in hex. */
  hash: string
  /** SHA-256 in hex, by which the server knows contents that need not be sent; null if it could not be computed. */
  sha256: string | null
  conflict: Conflict
  /** Whether it may be sent together with other small files. */
  isPacked: boolean
  /** Check id of an upload whose merge was requested, but whose answer never arrived (reload, crash). */
  mergeAsked: string | null
}
export type Chunk = {
  checkId: string
  chunkCount: number
  chunkIndex: number
  file: Blob
}
export type Range = readonly [from: number, to: number]

/** The calls of spec section 7, each retried until the server has answered. */
export type Transport = {
  check(
    job: Job,
    signal: AbortSignal,
  ): Promise<{ code: number; message: string; checkId?: string | undefined; file?: Made | undefined }>
  ver(checkId: string, signal: AbortSignal): Promise<readonly Range[]>
  chunk(chunk: Chunk, signal: AbortSignal, onSent: (bytes: number) => void): Promise<unknown>
  merge(checkId: string, signal: AbortSignal): Promise<Made>
  /** Sends a small file together with others; absent where only the procedure of the specification is offered. */
  pack?(job: Job, signal: AbortSignal, report: Pick<Report, 'sent' | 'merging'>): Promise<Packed>
}
/** `stored`: bytes that the server already had; `sent`: those plus the bytes sent since. */
export type Report = {
  checked(checkId: string): void
  stored(bytes: number): void
  sent(bytes: number): void
  merging(): void
}
/** The hash of the stored file, if the server returns it. */
export type Made = { hash?: string }
/** The server's result for one file of a pack; `error` is null if it was stored. */
export type Packed = { error: string | null; message: string; file: Made | null }
export type Outcome = { kind: 'stored' | 'exists'; file: string | undefined } | { kind: 'refused'; message: string }
type Needs = {
  transport: Transport
  report: Report
  signal: AbortSignal
  isWorthAnotherRound: (error: unknown) => boolean
}

/**
 * Number of rounds, each starting with check, before a loss on the server's side (swept, incomplete) fails the file.
 */
const ROUNDS = 3

/**
 * Uploads one file whose hash is known: check, ver, the missing chunks, merge. Throws UploadStop on a stop and the
 * transport's error when the server refuses. Source: spec section 7.
 */
export async function upload(job: Job, needs: Needs): Promise<Outcome> {
  for (let round = 1; ; round += 1) {
    try {
      return round === 1 && job.mergeAsked ? await mergeAgain(job.mergeAsked, needs) : await uploadOnce(job, needs)
    } catch (error) {
      if (needs.signal.aborted) throw new UploadStop()
      if (round === ROUNDS || !needs.isWorthAnotherRound(error)) throw error
    }
  }
}

/** Requests the merge again. The server returns the same file for repeated requests, so nothing is stored twice. */
async function mergeAgain(checkId: string, { transport, report, signal }: Needs): Promise<Outcome> {
  report.merging()
  return { kind: 'stored', file: (await transport.merge(checkId, signal)).hash }
}

/** Refusals of a file of a pack that `check` would have answered; they end the task as there. */
const AT_CHECK = new Set(['fileNameInvalid', 'fileForbidden', 'fileNameTaken', 'spaceFull'])

function packed({ error, message, file }: Packed): Outcome {
  if (error === null) return { kind: 'stored', file: file?.hash }
  if (AT_CHECK.has(error)) return { kind: 'refused', message }
  throw failureOf({ error, message })
}

/** The refusal of a file of a pack, as a separate call would have thrown it. */
export const failureOf = ({ error, message }: { error: string; message: string }): CallFailure =>
  new CallFailure({ code: -1, error, message, data: null, requestId: '' })

async function uploadOnce(job: Job, { transport, report, signal }: Needs): Promise<Outcome> {
  if (job.isPacked && transport.pack) return packed(await transport.pack(job, signal, report))
  const { code, message, checkId, file } = await transport.check(job, signal)
  if (code === CHECK_EXISTS) return { kind: 'exists', file: file?.hash }
  // Quirk kept on purpose: spec section 4. Any other code ends the task, with the server's message in an info modal.
  if (code !== CHECK_GO_ON || !checkId) return { kind: 'refused', message }
  report.checked(checkId)
  const stored = await transport.ver(checkId, signal)
  await sendMissing(job, checkId, stored, { transport, report, signal })
  report.merging()
  return { kind: 'stored', file: (await transport.merge(checkId, signal)).hash }
}

/** Chunk indexes that are in no range, in order. */
export function* missing(count: number, stored: readonly Range[]): Generator<number> {
  let index = 0
  for (const [from, to] of [...stored].sort((a, b) => a[0] - b[0])) {
    for (; index < Math.min(from, count); index += 1) yield index
    index = Math.max(index, to + 1)
  }
  for (; index < count; index += 1) yield index
}

const lengthOf = (index: number, size: number): number => Math.max(0, Math.min(CHUNK_BYTES, size - index * CHUNK_BYTES))

const storedBytes = (size: number, count: number, stored: readonly Range[]): number => {
  let bytes = size
  for (const index of missing(count, stored)) bytes -= lengthOf(index, size)
  return bytes
}

/** Sends the missing chunks, at most CHUNKS_AT_ONCE at a time; the first failure aborts the others. */
async function sendMissing(
  job: Job,
  checkId: string,
  stored: readonly Range[],
  needs: Omit<Needs, 'isWorthAnotherRound'>,
): Promise<void> {
  const { transport, report, signal } = needs
  const chunkCount = chunkCountOf(job.size)
  const indexes = missing(chunkCount, stored)
  const underWay = new Map<number, number>()
  let done = storedBytes(job.size, chunkCount, stored)
  const failed = new AbortController()
  const either = AbortSignal.any([signal, failed.signal])
  const reportSent = () => report.sent([...underWay.values()].reduce((sum, bytes) => sum + bytes, done))

  async function sendChunks(): Promise<void> {
    for (const index of indexes) {
      if (either.aborted) return
      const length = lengthOf(index, job.size)
      const start = index * CHUNK_BYTES
      const chunk = {
        checkId,
        chunkCount,
        chunkIndex: index,
        file: job.file.slice(start, start + length),
      }
      await transport.chunk(chunk, either, (bytes) => {
        underWay.set(index, Math.min(bytes, length))
        reportSent()
      })
      underWay.delete(index)
      done += length
      reportSent()
    }
  }

  report.stored(done)
  const causes: unknown[] = []
  const guarded = () =>
    sendChunks().catch((error: unknown) => {
      causes.push(error)
      failed.abort()
    })
  await Promise.all(Array.from({ length: CHUNKS_AT_ONCE }, guarded))
  if (signal.aborted) throw new UploadStop()
  if (causes.length) throw causes[0]
}
