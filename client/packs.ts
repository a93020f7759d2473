import { PACK_BYTES, PACK_FILES, PACKED_FILE_BYTES } from '#contract/core/limits.ts'
import type { LocalFile } from './local-tree.ts'

/** Files in their order: small ones that follow each other together, as many as a pack may have, and others alone. */
export async function* inPacks<One extends { file: LocalFile }>(files: AsyncIterable<One>): AsyncGenerator<One[]> {
  let pack: One[] = []
  let bytes = 0
  for await (const one of files) {
    const { size } = one.file
    if (size > PACKED_FILE_BYTES) {
      yield [one]
      continue
    }
    if (pack.length === PACK_FILES || bytes + size > PACK_BYTES) {
      yield pack
      pack = []
      bytes = 0
    }
    pack.push(one)
    bytes += size
  }
  if (pack.length) yield pack
}
