import { createMD5 } from 'hash-wasm'

/** Messages of the worker: progress, then the digest or that the file cannot be read. */
export type HashNews = { kind: 'progress'; bytes: number } | { kind: 'done'; hash: string } | { kind: 'unreadable' }

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

const post = (news: HashNews): void => postMessage(news)

async function hash(file: File): Promise<string> {
  const hasher = await newHasher()
  const reader = file.stream().getReader()
  let bytes = 0
  let reported = 0
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    hasher.update(part.value)
    bytes += part.value.length
    if (bytes - reported < REPORT_BYTES) continue
    reported = bytes
    post({ kind: 'progress', bytes })
  }
  return hasher.digest()
}

addEventListener('message', ({ data }: MessageEvent<File>) => {
  hash(data).then(
    (digest) => post({ kind: 'done', hash: digest }),
    () => post({ kind: 'unreadable' }),
  )
})
