import type { Readable } from 'node:stream'
import { createZstdDecompress } from 'node:zlib'
import type { BlobStore } from '#server/storage/blobs/index.ts'
import { sealedLength } from './cipher.ts'
import type { BackupPlace } from './place.ts'
import { Damaged, linesOf, proved, through } from './streams.ts'

export type Content = { sha256: string; size: number }
/** Contents between two progress messages. */
const REPORT_CONTENTS = 10_000
const REPORT_BYTES = 10 * 1024 ** 3

/** The list of contents of a backup, in the order of their hashes. */
export async function* contentsIn(list: Readable): AsyncGenerator<Content> {
  for await (const line of linesOf(through(list, createZstdDecompress()))) yield contentOf(line)
}

function contentOf(line: string): Content {
  const [sha256 = '', size] = line.split(' ')
  return { sha256, size: Number(size) }
}
export const lineOf = ({ sha256, size }: Content) => `${sha256} ${size}\n`

/** Reports progress from time to time. */
export function progress(say: (line: string) => void, doing: string) {
  let count = 0
  let bytes = 0
  let reported = { count: 0, bytes: 0 }
  return {
    add(size: number): void {
      count += 1
      bytes += size
      if (count - reported.count < REPORT_CONTENTS && bytes - reported.bytes < REPORT_BYTES) return
      reported = { count, bytes }
      say(`${doing}: ${count} contents, ${(bytes / 1024 ** 3).toFixed(1)} GiB`)
    },
    totals: () => ({ count, bytes }),
  }
}

export type ContentState = 'new' | 'known' | 'missing' | 'damaged'

/** Copies one content into a place unless it exists; a damaged one is not stored. */
export function contentSaver(place: BackupPlace, blobs: BlobStore): (content: Content) => Promise<ContentState> {
  return async ({ sha256, size }) => {
    const stored = place.cipher ? sealedLength(size) : size
    if ((await place.sizeOf(sha256)) === stored) return 'known'
    const source = await blobs.read(sha256).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw error
    })
    if (!source) return 'missing'
    try {
      await place.saveContent(sha256, proved(source, sha256))
      return 'new'
    } catch (error) {
      if (error instanceof Damaged) return 'damaged'
      throw error
    }
  }
}
