import { expect, test } from 'vitest'
import { PACK_BYTES, PACK_FILES, PACKED_FILE_BYTES } from '#contract/core/limits.ts'
import { inPacks } from './packs.ts'

async function packsOf(...sizes: number[]): Promise<number[][]> {
  async function* files() {
    for (const size of sizes) yield { file: { name: 'a', at: 'a', path: 'a', size, mtimeMs: 0 } }
  }
  const packs: number[][] = []
  for await (const pack of inPacks(files())) packs.push(pack.map(({ file }) => file.size))
  return packs
}

test('a file that is too large for a pack goes alone', async () => {
  expect(await packsOf(1, PACKED_FILE_BYTES + 1, 2)).toEqual([[PACKED_FILE_BYTES + 1], [1, 2]])
})

test('a pack has no more files and bytes than the server takes', async () => {
  const many = await packsOf(...Array.from({ length: PACK_FILES * 2 + 1 }, () => 1))
  expect(many.map(({ length }) => length)).toEqual([PACK_FILES, PACK_FILES, 1])
  const heavy = await packsOf(...Array.from({ length: 9 }, () => PACKED_FILE_BYTES))
  for (const pack of heavy) expect(pack.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(PACK_BYTES)
  expect(heavy.flat()).toHaveLength(9)
})

test('nothing makes no pack', async () => {
  expect(await packsOf()).toEqual([])
})
