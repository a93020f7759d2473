import { expect, test } from 'vitest'
import { DIRECTORY } from '#contract/core/directory.ts'
import { download } from './download.ts'
import type { Task } from './task.ts'

const record = { hash: 'h', phash: 'r', size: 1, items: 0, sha256: 'a', updateTime: '2026-03-04T05:06:07Z' }

test.each([
  ['a file', 'text/plain'],
  ['a folder', DIRECTORY],
])('%s that a server names so that it would lie elsewhere is not fetched', async (_what, mime) => {
  const asked: string[] = []
  const api = {
    spaceId: async () => 's',
    root: async () => ({ ...record, phash: null, name: '', mime: DIRECTORY }),
    named: async () => [{ ...record, name: '../out.txt', mime }],
    list: async function* () {},
    content: async () => void asked.push('content'),
  }
  const report = { expect: () => {}, start: () => {}, file: () => {}, spared: () => {} }
  const task = { api, report, isDry: true, parallel: 1, conflict: 'skip', say: String } as unknown as Task
  await expect(download(task, { code: 'lake', names: ['a.txt'] }, '/nowhere')).rejects.toThrow()
  expect(asked).toEqual([])
})
