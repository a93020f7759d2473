import type { Sha256Ask, Sha256News } from './sha256.worker.ts'

/** Most bytes that wait to be hashed; above it the reading waits, so that memory does not grow with the file. */
const WAITING_MAX_BYTES = 16 * 1_048_576

type Sha256Worker = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>
/** One file: pieces in their order, then the digest; null where the browser cannot compute it. */
export type Beside = {
  /** Takes ownership of the piece; resolves when the next one may be passed. */
  update(bytes: Uint8Array<ArrayBuffer>): Promise<void>
  digest(): Promise<string | null>
}

/**
 * SHA-256 in a separate worker, for a caller that reads the file. The digest is optional: if the worker does not start
 * or fails, the result is null and the upload continues without it.
 */
export function sha256Beside(newWorker: () => Sha256Worker): { begin(): Beside } {
  let idle: Sha256Worker | null = null

  function begin(): Beside {
    // A worker with an unfinished digest (its file could not be read to the end) is not reused.
    const worker = idle ?? newWorker()
    idle = null
    let waitingBytes = 0
    let isBroken = false
    let wake = () => {}
    const done = Promise.withResolvers<string | null>()
    worker.onmessage = ({ data }: MessageEvent<Sha256News>) => {
      if (data.kind === 'done') return done.resolve(data.digest)
      waitingBytes -= data.bytes
      if (waitingBytes < WAITING_MAX_BYTES) wake()
    }
    worker.onerror = () => {
      isBroken = true
      worker.terminate()
      wake()
      done.resolve(null)
    }
    const post = (ask: Sha256Ask, transfer: Transferable[] = []) => worker.postMessage(ask, transfer)
    return {
      async update(bytes) {
        if (isBroken) return
        waitingBytes += bytes.length
        post({ kind: 'piece', bytes }, [bytes.buffer])
        if (waitingBytes >= WAITING_MAX_BYTES) await new Promise<void>((resolve) => (wake = resolve))
      },
      async digest() {
        if (!isBroken) post({ kind: 'end' })
        const digest = await done.promise
        if (!isBroken) idle = worker
        return digest
      },
    }
  }
  return { begin }
}
