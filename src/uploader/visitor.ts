import { PACKED_FILE_BYTES } from '#contract/core/limits.ts'
import { shareAccess } from '#contract/share-access.ts'
import type { ShareReceipt } from '#contract/shares.ts'
import { CHECK_GO_ON } from '#contract/uploads.ts'
import { call } from '../../providers/call.ts'
import { wallClock } from './clock.ts'
import { Connection, reliably } from './connection.ts'
import { hashOfVisitor } from './hash.ts'
import { packer } from './packs.ts'
import { formOf, isWorthAnotherRound, kindOf, packForm, readableOr, watched } from './transport.ts'
import { failureOf, type Job, upload } from './upload.ts'

export { rootsOf, type Source, walk } from './walk.ts'

/** Progress of a visitor's upload: bytes hashed, then bytes sent. */
export type Progress = { phase: 'hashing' | 'sending'; bytes: number }
type Sending = { signal: AbortSignal; onProgress: (progress: Progress) => void }
const quiet = { quiet: true, stays: true } as const

/**
 * Uploads files to a drop box for a visitor without a session, with the same chunks, packs, pauses and retries as the
 * console. `onConnection` is called when the server becomes unreachable or reachable.
 */
export function visitorUploads(link: { linkId: string; code: string }, onConnection: (isLost: boolean) => void) {
  const clock = wallClock
  const connection: Connection = new Connection(clock, () => onConnection(connection.isLost))
  const life = new AbortController().signal
  const until = <T>(signal: AbortSignal, attempt: () => Promise<T>): Promise<T> =>
    reliably(attempt, { connection, clock, signal, kindOf })
  /** The receipt with the most files, as responses may arrive out of order. */
  let receipt: ShareReceipt | null = null
  const newest = (one: ShareReceipt) => {
    if (!receipt || one.files.length >= receipt.files.length) receipt = one
  }
  /** Small files are sent together, but read and hashed one after another. */
  let hashing: Promise<unknown> = Promise.resolve()

  const packed = packer<Job & { path: string }>((files, onSent) =>
    until(life, () =>
      watched(clock, life, async (signal, isAlive) => {
        const onUploadProgress = ({ loaded }: { loaded: number }) => {
          isAlive()
          onSent(loaded)
        }
        const list = files.map(({ bytes, job: { name, path, size, hash } }) => ({
          bytes,
          as: { name, path, total: size, fileMd5: hash },
        }))
        const options = { ...quiet, signal, onUploadProgress }
        const answer = await call(shareAccess.boxPack, packForm(link, list), options)
        newest(answer.receipt)
        return answer.answers.map((one) => ({ ...one, file: null }))
      }),
    ),
  )

  /** Sends one file and returns the receipt so far. Throws CallFailure when it is refused. */
  return async function send(file: File, path: string, { signal, onProgress }: Sending): Promise<ShareReceipt> {
    const hashed = hashing.then(() => hashOfVisitor(file, (bytes) => onProgress({ phase: 'hashing', bytes }), signal))
    hashing = hashed.catch(() => {})
    const { hash: fileMd5 } = await hashed
    let begun = ''
    const job = { file, name: file.name, size: file.size, hash: fileMd5, sha256: null, mergeAsked: null }
    const isPacked = file.size <= PACKED_FILE_BYTES
    await upload(
      { ...job, spaceId: '', dirHash: '', conflict: 'keepBoth', isPacked },
      {
        signal,
        isWorthAnotherRound,
        report: {
          checked: (checkId) => {
            begun = checkId
          },
          stored: (bytes) => onProgress({ phase: 'sending', bytes }),
          sent: (bytes) => onProgress({ phase: 'sending', bytes }),
          merging: () => {},
        },
        transport: {
          check: async ({ name, size }, sign) => {
            const wish = { ...link, fileMd5, name, path, total: size }
            const { checkId } = await until(signal, () => call(shareAccess.boxCheck, wish, { ...quiet, signal: sign }))
            return { code: CHECK_GO_ON, message: '', checkId }
          },
          ver: (checkId, sign) =>
            until(signal, () => call(shareAccess.boxVer, { ...link, checkId }, { ...quiet, signal: sign })),
          chunk: (chunk, sign, onSent) =>
            until(signal, () =>
              watched(clock, sign, async (either, isAlive) => {
                const onUploadProgress = ({ loaded }: { loaded: number }) => {
                  isAlive()
                  onSent(loaded)
                }
                const options = { ...quiet, signal: either, onUploadProgress }
                await call(shareAccess.boxChunk, formOf(chunk, link), options).catch((error: unknown) =>
                  readableOr(chunk.file, error),
                )
              }),
            ),
          merge: async (checkId, sign) => {
            newest(
              await until(signal, () => call(shareAccess.boxMerge, { ...link, checkId }, { ...quiet, signal: sign })),
            )
            return {}
          },
          pack: async (small, sign, report) => {
            const answer = await packed({ ...small, path }, sign, report)
            if (answer.error !== null) throw failureOf({ ...answer, error: answer.error })
            return answer
          },
        },
      },
    ).catch((error: unknown) => {
      // Cancelling an upload frees its reserved space; if this call fails, the server frees it within a day.
      if (signal.aborted && begun) call(shareAccess.boxCancel, { ...link, checkId: begun }, quiet).catch(() => {})
      throw error
    })
    if (!receipt) throw new TypeError('an upload without a receipt')
    return receipt
  }
}
