import { createMD5 } from 'hash-wasm'
import { sha256Beside } from './sha256-beside.ts'
import { sha256Pieces } from './sha256-pieces.ts'

/** `hash`: MD5 in hex. `sha256`: in hex, null where the browser cannot compute it piece by piece. */
export type Digests = { hash: string; sha256: string | null }
/** A file to read, or its bytes; contents that are never compared need MD5 alone. */
export type HashAsk = { content: File | Uint8Array<ArrayBuffer>; isSha256Wanted: boolean }
/** Messages of the worker: progress, then the digests or that the file cannot be read. */
export type HashNews = { kind: 'progress'; bytes: number } | { kind: 'done'; digests: Digests } | { kind: 'unreadable' }

type Hasher = {
  update(bytes: Uint8Array<ArrayBuffer>): void
  digest(): string
}

/** Number of bytes between two progress messages. */
const REPORT_BYTES = 8 * 1_048_576

let md5InWasm: ReturnType<typeof createMD5> | undefined

async function newHasher(): Promise<Hasher> {
  try {
    md5InWasm ??= createMD5()
    const md5 = (await md5InWasm).init()
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

/** Of what is here whole: another worker would take longer to be asked than to answer. */
const sha256Here = sha256Pieces()

const post = (news: HashNews): void => postMessage(news)

async function* piecesOf(content: HashAsk['content']): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  if (content instanceof Uint8Array) return yield content
  const reader = content.stream().getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value
}

/** Reads a file once: MD5 is computed here, SHA-256 in a separate worker. */
async function hash({ content, isSha256Wanted }: HashAsk): Promise<Digests> {
  const hasher = await newHasher()
  const beside = isSha256Wanted ? (content instanceof Uint8Array ? sha256Here : sha256.begin()) : null
  let bytes = 0
  let reported = 0
  for await (const piece of piecesOf(content)) {
    hasher.update(piece)
    bytes += piece.length
    await beside?.update(piece)
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
