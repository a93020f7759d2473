import { PACKED_FILE_BYTES } from '#contract/core/limits.ts'
import type { Digests, HashAsk, HashNews } from './hash.worker.ts'
import { keptBytes } from './small-bytes.ts'
import { FileChanged, UploadStop } from './stop.ts'

/** Computes a file's digests off the main thread; `onProgress` receives numbers of bytes. */
export type Hash = (file: File, onProgress: (bytes: number) => void, signal: AbortSignal) => Promise<Digests>

type HashWorker = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>

/** Idle workers are kept for the next file; an abort terminates the running worker at once. */
export function hashWith(newWorker: () => HashWorker, isSha256Wanted = true): Hash {
  const idle: HashWorker[] = []
  const hashOf = (content: HashAsk['content'], onProgress: (bytes: number) => void, signal: AbortSignal) =>
    new Promise<Digests>((resolve, reject) => {
      if (signal.aborted) return reject(new UploadStop())
      const worker = idle.pop() ?? newWorker()
      const end = (error: unknown) => {
        signal.removeEventListener('abort', stop)
        worker.terminate()
        reject(error)
      }
      const stop = () => end(new UploadStop())
      signal.addEventListener('abort', stop, { once: true })
      worker.onerror = (event) =>
        end(event instanceof ErrorEvent ? new Error(event.message) : new Error('hash worker failed'))
      worker.onmessage = ({ data }: MessageEvent<HashNews>) => {
        if (data.kind === 'progress') return onProgress(data.bytes)
        if (data.kind === 'unreadable') return end(new FileChanged())
        signal.removeEventListener('abort', stop)
        idle.push(worker)
        resolve(data.digests)
      }
      worker.postMessage({ content, isSha256Wanted } satisfies HashAsk)
    })
  return async (file, onProgress, signal) => {
    if (file.size > PACKED_FILE_BYTES) return hashOf(file, onProgress, signal)
    const bytes = await keptBytes.read(file).catch(() => {
      throw new FileChanged()
    })
    return hashOf(bytes, onProgress, signal)
  }
}

const newWorker = () => new Worker(new URL('./hash.worker.ts', import.meta.url), { type: 'module' })

export const hash: Hash = hashWith(newWorker)
/** For a drop box, where contents are never compared with others. */
export const hashOfVisitor: Hash = hashWith(newWorker, false)
