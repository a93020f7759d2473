import { PACK_BYTES, PACK_FILES } from '#contract/core/limits.ts'
import { keptBytes } from './small-bytes.ts'
import { FileChanged, UploadStop } from './stop.ts'
import type { Job, Packed, Report } from './upload.ts'

/** Maximum number of packs in progress: one is stored while the next one is filled, which is sent once it is full. */
const PACKS_AT_ONCE = 2

type Waiting<J extends Job> = {
  job: J
  bytes: Uint8Array<ArrayBuffer>
  signal: AbortSignal
  report: Pick<Report, 'sent' | 'merging'>
  resolve: (answer: Packed) => void
  reject: (error: unknown) => void
}
/** Sends the files of a pack; `onSent` is called with the number of bytes sent. */
type Send<J extends Job> = (files: readonly Waiting<J>[], onSent: (bytes: number) => void) => Promise<readonly Packed[]>

/**
 * Sends small files together: files that arrive while packs are in progress wait for the next one. A file that is
 * cancelled before its pack is sent is left out; afterwards the server may create it.
 */
export function packer<J extends Job>(send: Send<J>) {
  let waiting: Waiting<J>[] = []
  let underWay = 0

  /** The next files of one space that fit into a pack. */
  function take(): Waiting<J>[] {
    const spaceId = waiting[0]?.job.spaceId
    const taken: Waiting<J>[] = []
    let bytes = 0
    for (const one of waiting) {
      if (one.job.spaceId !== spaceId) continue
      bytes += one.bytes.length
      if (taken.length === PACK_FILES || bytes > PACK_BYTES) break
      taken.push(one)
    }
    const isTaken = new Set(taken)
    waiting = waiting.filter((one) => !isTaken.has(one))
    return taken
  }

  async function sendPack(files: readonly Waiting<J>[]): Promise<void> {
    try {
      const answers = await send(files, progressOf(files))
      for (const [at, { resolve, reject }] of files.entries()) {
        const answer = answers[at]
        if (answer) resolve(answer)
        else reject(new Error('a file of the pack was not answered'))
      }
    } catch (error) {
      for (const { reject } of files) reject(error)
    }
  }

  const isFull = () =>
    waiting.length >= PACK_FILES || waiting.reduce((sum, { bytes }) => sum + bytes.length, 0) >= PACK_BYTES

  function pump(): void {
    while (underWay < PACKS_AT_ONCE && waiting.length && (underWay === 0 || isFull())) {
      underWay += 1
      void sendPack(take()).finally(() => {
        underWay -= 1
        pump()
      })
    }
  }

  return async function pack(job: J, signal: AbortSignal, report: Waiting<J>['report']): Promise<Packed> {
    const bytes = await bytesOf(job)
    return new Promise((resolve, reject) => {
      const one = { job, bytes, signal, report, resolve, reject }
      signal.addEventListener(
        'abort',
        () => {
          waiting = waiting.filter((other) => other !== one)
          reject(new UploadStop())
        },
        { once: true },
      )
      if (signal.aborted) return reject(new UploadStop())
      waiting.push(one)
      // Those that are ready at the same moment go together.
      queueMicrotask(pump)
    })
  }
}

/** Reports each file once when all of its bytes have been sent. */
function progressOf(files: readonly Waiting<Job>[]): (sent: number) => void {
  let [next, end] = [0, 0]
  return (sent) => {
    for (let one = files[next]; one && end + one.job.size <= sent; one = files[next]) {
      next += 1
      end += one.job.size
      if (one.signal.aborted) continue
      one.report.sent(one.job.size)
      one.report.merging()
    }
  }
}

/** Throws FileChanged if the file can't be read or its length has changed. */
async function bytesOf({ file, size }: Job): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await keptBytes.take(file).catch((cause: unknown) => {
    throw new FileChanged('file changed before it was sent', { cause })
  })
  if (bytes.length !== size) throw new FileChanged('file changed before it was sent')
  return bytes
}
