import { createMD5 } from 'hash-wasm'
import { sha256Beside } from './sha256-beside.ts'

/** `hash`: MD5 in hex. `sha256`: in hex, null where the browser cannot compute it piece by piece. */
export type Digests = { hash: string; sha256: string | null }
/** A file to read; contents that are never compared need MD5 alone. */
export type HashAsk = { file: File; isSha256Wanted: boolean }
/** Messages of the worker: progress, then the digests or that the file cannot be read. */
export type HashNews = { kind: 'progress'; bytes: number } | { kind: 'done'; digests: Digests } | { kind: 'unreadable' }

type Hasher = {
  update(bytes: Uint8Array<ArrayBuffer>): void
  digest(): string
}

/** Number of bytes between two progress messages. */
const REPORT_BYTES = 8 * 1_048_576

async function newHasher(): Promise<Hasher> {
  try {
    const md5 = await createMD5()
    return {
      update: (bytes) => void md5.update(bytes),
      digest: () => md5.digest('hex'),
    }
  } catch {
    // WebAssembly may be forbidden by a policy or missing: the JavaScript fallback gives the same digest, but is
    // slower.
    const { ArrayBuffer: Md5 } = (await import('spark-md5')).default
    const md5 = new Md5()
    return {
      update: (bytes) => void md5.append(new Uint8Array(bytes).buffer),
      digest: () => md5.end(),
    }
  }
}

const sha256 = sha256Beside(() => new Worker(new URL('./sha256.worker.ts', import.meta.url), { type: 'module' }))

const post = (news: HashNews): void => postMessage(news)

/** Reads the file once: MD5 is computed here, SHA-256 by a worker of its own meanwhile. */
async function hash({ file, isSha256Wanted }: HashAsk): Promise<Digests> {
  const hasher = await newHasher()
  const beside = isSha256Wanted ? sha256.begin() : null
  const reader = file.stream().getReader()
  let bytes = 0
  let reported = 0
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    hasher.update(part.value)
    bytes += part.value.length
    await beside?.update(part.value)
    if (bytes - reported < REPORT_BYTES) continue
    reported = bytes
    post({ kind: 'progress', bytes })
  }
  return { hash: hasher.digest(), sha256: (await beside?.digest()) ?? null }
}

addEventListener('message', ({ data }: MessageEvent<HashAsk>) => {
  hash(data).then(
    (digests) => post({ kind: 'done', digests }),
    () => post({ kind: 'unreadable' }),
  )
})
