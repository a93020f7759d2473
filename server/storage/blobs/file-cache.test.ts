import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { fileCache } from './file-cache.ts'

/** A cache of ten bytes over a store that has contents of the size in their name, and what was fetched, in order. */
async function cacheOfTen() {
  const folder = mkdtempSync(join(tmpdir(), 'contents-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const fetched: string[] = []
  const cache = await fileCache(
    folder,
    async (name) => {
      fetched.push(name)
      return Readable.from([Buffer.alloc(Number.parseInt(name, 10), 'x')])
    },
    10,
  )
  const sizeOf = (name: string) => cache.withFile(name, async (path) => (await readFile(path)).length)
  const kept = () => readdirSync(folder).flatMap((own) => readdirSync(join(folder, own)))
  return { folder, fetched, sizeOf, kept }
}

test('contents are fetched once, and the least recently used ones are removed above the limit', async () => {
  const { fetched, sizeOf, kept } = await cacheOfTen()
  for (const name of ['4a', '4b', '4a', '4c', '4a', '4b']) expect(await sizeOf(name)).toBe(4)
  expect(fetched).toEqual(['4a', '4b', '4c', '4b'])
  expect(kept()).toHaveLength(2)
})

test('a content larger than the limit stays until another one is used', async () => {
  const { fetched, sizeOf, kept } = await cacheOfTen()
  await sizeOf('25')
  await sizeOf('25')
  expect(fetched).toEqual(['25'])
  await sizeOf('1')
  expect(kept()).toHaveLength(1)
})

test('contents are fetched again when the folder was emptied', async () => {
  const { folder, fetched, sizeOf } = await cacheOfTen()
  await sizeOf('4')
  for (const own of readdirSync(folder)) rmSync(join(folder, own), { recursive: true })
  expect(await sizeOf('4')).toBe(4)
  expect(fetched).toEqual(['4', '4'])
})
