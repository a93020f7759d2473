import { shareAccess } from '#contract/share-access.ts'
import type { ShareReceipt } from '#contract/shares.ts'
import { CHECK_GO_ON } from '#contract/uploads.ts'
import { call } from '../../providers/call.ts'
import { wallClock } from './clock.ts'
import { Connection, reliably } from './connection.ts'
import { hashOfVisitor } from './hash.ts'
import { formOf, isWorthAnotherRound, kindOf, readableOr, watched } from './transport.ts'
import { upload } from './upload.ts'

export { rootsOf, type Source, walk } from './walk.ts'

/** Progress of a visitor's upload: bytes hashed, then bytes sent. */
export type Progress = { phase: 'hashing' | 'sending'; bytes: number }
type Sending = { signal: AbortSignal; onProgress: (progress: Progress) => void }
const quiet = { quiet: true, stays: true } as const

/**
 * Uploads files to a drop box for a visitor without a session, with the same chunks, pauses and retries as the console.
 * `onConnection` is called when the server becomes unreachable or reachable.
 */
export function visitorUploads(link: { linkId: string; code: string }, onConnection: (isLost: boolean) => void) {
  const clock = wallClock
  const connection: Connection = new Connection(clock, () => onConnection(connection.isLost))

  /** Sends one file and returns the receipt so far. */
  return async function send(file: File, path: string, { signal, onProgress }: Sending): Promise<ShareReceipt> {
    const until = <T>(attempt: () => Promise<T>): Promise<T> => reliably(attempt, { connection, clock, signal, kindOf })
    const { hash: fileMd5 } = await hashOfVisitor(file, (bytes) => onProgress({ phase: 'hashing', bytes }), signal)
    let receipt: ShareReceipt | null = null
    let begun = ''
    const job = { file, name: file.name, size: file.size, hash: fileMd5, sha256: null }
    await upload(
      { ...job, spaceId: '', dirHash: '', conflict: 'keepBoth', isPacked: false, mergeAsked: null },
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
            const { checkId } = await until(() => call(shareAccess.boxCheck, wish, { ...quiet, signal: sign }))
            return { code: CHECK_GO_ON, message: '', checkId }
          },
          ver: (checkId, sign) =>
            until(() => call(shareAccess.boxVer, { ...link, checkId }, { ...quiet, signal: sign })),
          chunk: (chunk, sign, onSent) =>
            until(() =>
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
            receipt = await until(() => call(shareAccess.boxMerge, { ...link, checkId }, { ...quiet, signal: sign }))
            return {}
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
