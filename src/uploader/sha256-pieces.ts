import { createSHA256, type IHasher } from 'hash-wasm'

/** Files up to this size are digested in one call of the browser, for which they are held in memory; bytes. */
export const WHOLE_MAX_BYTES = 32 * 1_048_576

type Piece = Uint8Array<ArrayBuffer>
const loading = () => createSHA256().catch(() => null)

function joined(pieces: readonly Piece[], length: number): Piece {
  const whole = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
const hexOf = (digest: ArrayBuffer) =>
  Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * SHA-256 of one file after another, in pieces. The browser’s own digest takes a fraction of the processor time but
 * needs the whole file, so larger files are digested piece by piece in WebAssembly; so is everything where the browser
 * has no digest (plain HTTP). The calls of one file are made in order, each after the one before has resolved.
 */
export function sha256Pieces(subtle: Pick<SubtleCrypto, 'digest'> | null = globalThis.crypto?.subtle ?? null) {
  let wasm: Promise<IHasher | null> | undefined
  let held: Piece[] = []
  let heldBytes = 0
  let isStreaming = false

  async function stream(pieces: readonly Piece[]): Promise<void> {
    wasm ??= loading()
    const hasher = await wasm
    for (const piece of pieces) hasher?.update(piece)
  }

  return {
    async update(piece: Piece): Promise<void> {
      if (isStreaming) return stream([piece])
      held.push(piece)
      heldBytes += piece.length
      if (subtle && heldBytes <= WHOLE_MAX_BYTES) return
      isStreaming = true
      const pieces = held
      held = []
      return stream(pieces)
    },

    /** The digest of all pieces since the last one, in hex; null where it can’t be computed. */
    async digest(): Promise<string | null> {
      const [pieces, length, wasStreaming] = [held, heldBytes, isStreaming]
      held = []
      heldBytes = 0
      isStreaming = false
      if (!wasStreaming && subtle) {
        const digest = await subtle.digest('SHA-256', joined(pieces, length)).catch(() => null)
        return digest && hexOf(digest)
      }
      await stream(pieces)
      const hasher = await wasm
      const digest = hasher?.digest('hex') ?? null
      hasher?.init()
      return digest
    },
  }
}
