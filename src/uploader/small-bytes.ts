/** Bytes of files that wait to be sent, at most (our choice): beyond them, the oldest are read again. */
const KEPT_MAX_BYTES = 16 * 1_048_576

/** Bytes of small files from hashing until sending, so that each is read once: to open a file takes longer than to hash it. */
export function smallBytes(max = KEPT_MAX_BYTES) {
  const kept = new Map<Blob, Uint8Array<ArrayBuffer>>()
  let total = 0
  function take(file: Blob): Uint8Array<ArrayBuffer> | undefined {
    const bytes = kept.get(file)
    if (bytes && kept.delete(file)) total -= bytes.length
    return bytes
  }
  return {
    /** Reads a file and keeps its bytes. Rejects when it can't be read. */
    async read(file: Blob): Promise<Uint8Array<ArrayBuffer>> {
      const bytes = new Uint8Array(await file.arrayBuffer())
      take(file)
      kept.set(file, bytes)
      total += bytes.length
      for (const oldest of kept.keys()) {
        if (total <= max) break
        take(oldest)
      }
      return bytes
    },
    /** The bytes of a file, which are kept no longer. Rejects when it can't be read. */
    async take(file: Blob): Promise<Uint8Array<ArrayBuffer>> {
      return take(file) ?? new Uint8Array(await file.arrayBuffer())
    },
  }
}

export const keptBytes = smallBytes()
