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
