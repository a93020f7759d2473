import { sha256Pieces } from './sha256-pieces.ts'

/** A piece of the current file, or its end: the digest is due, and the next piece belongs to another file. */
export type Sha256Ask = { kind: 'piece'; bytes: Uint8Array<ArrayBuffer> } | { kind: 'end' }
/** `used`: length of a piece that was taken. `digest` is null when it can’t be computed here. */
export type Sha256News = { kind: 'used'; bytes: number } | { kind: 'done'; digest: string | null }

const post = (news: Sha256News): void => postMessage(news)
const sha256 = sha256Pieces()

async function answer(ask: Sha256Ask): Promise<void> {
  if (ask.kind === 'end') return post({ kind: 'done', digest: await sha256.digest() })
  const { length } = ask.bytes
  await sha256.update(ask.bytes)
  post({ kind: 'used', bytes: length })
}

// Pieces are processed one after another: one may arrive while WebAssembly is loading for the previous one.
let last = Promise.resolve()
addEventListener('message', ({ data }: MessageEvent<Sha256Ask>) => {
  last = last.then(() => answer(data))
})
