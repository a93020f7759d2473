import { mkdtempSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { diskCache } from './disk-cache.ts'

test('whoever waited for another who gave up makes the file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cache-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const cache = diskCache(folder, 1000)
  const { promise: given, reject: giveUp } = Promise.withResolvers<void>()
  given.catch(() => undefined)
  const read = (path: string) => readFile(path, 'utf8')
  const first = cache.withFile('one', () => given, read)
  const second = cache.withFile('one', (path) => writeFile(path, 'second'), read)
  const outcome = first.catch((error: Error) => error.message)
  giveUp(new Error('enough'))
  expect(await outcome).toBe('enough')
  expect(await second).toBe('second')
})

/** A cache of at most ten bytes, and the texts that were made for it, in order. */
function small() {
  const folder = mkdtempSync(join(tmpdir(), 'cache-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const cache = diskCache(folder, 10)
  const made: string[] = []
  const use = (key: string, text = key) =>
    cache.withFile(
      key,
      async (path) => {
        made.push(key)
        await writeFile(path, text)
      },
      (path) => readFile(path, 'utf8'),
    )
  return { folder, cache, made, use }
}

test('a file that somebody deleted is made again', async () => {
  const { folder, cache, made, use } = small()
  await use('space/one')
  rmSync(folder, { recursive: true })
  expect(await cache.has('space/one')).toBe(false)
  expect(await use('space/one')).toBe('space/one')
  rmSync(join(folder, 'space'), { recursive: true })
  expect(await use('space/one')).toBe('space/one')
  expect(made).toEqual(['space/one', 'space/one', 'space/one'])
})

test('a file that is larger than the whole cache stays until another one is used', async () => {
  const { cache, made, use } = small()
  await use('large', 'x'.repeat(100))
  await use('large')
  expect(made).toEqual(['large'])
  await use('small')
  expect([await cache.has('large'), await cache.has('small')]).toEqual([false, true])
})
