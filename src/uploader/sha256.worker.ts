import { createSHA256 } from 'hash-wasm'

/** A piece of the current file, or its end: the digest is due, and the next piece belongs to another file. */
export type Sha256Ask = { kind: 'piece'; bytes: Uint8Array<ArrayBuffer> } | { kind: 'end' }
/** `used`: length of a piece that was hashed. `digest` is null when WebAssembly is missing or forbidden. */
export type Sha256News = { kind: 'used'; bytes: number } | { kind: 'done'; digest: string | null }

const post = (news: Sha256News): void => postMessage(news)
const hasher = createSHA256().catch(() => null)

async function answer(ask: Sha256Ask): Promise<void> {
  const sha256 = await hasher
  if (ask.kind === 'piece') {
    sha256?.update(ask.bytes)
    return post({ kind: 'used', bytes: ask.bytes.length })
  }
  post({ kind: 'done', digest: sha256?.digest('hex') ?? null })
  sha256?.init()
}

addEventListener('message', ({ data }: MessageEvent<Sha256Ask>) => void answer(data))
