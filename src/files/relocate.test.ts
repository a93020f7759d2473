import { beforeEach, expect, test, vi } from 'vitest'
import { DIRECTORY, type FileRecord } from '#contract/files.ts'
import { type Answer, choicesFor, relocate } from './relocate.ts'

const sent: [path: string, input: Record<string, unknown>][] = []
let held: string[] = []
vi.mock('#providers/call.ts', () => ({
  call: async (operation: { path: string }, input: Record<string, unknown>) => {
    if (operation.path.endsWith('/conflicts'))
      return (input.names as string[])
        .filter((name) => held.includes(name))
        .map((name) => record(`their ${name}`, name))
    sent.push([operation.path, input])
    return { list: [], overwritten: [] }
  },
}))
beforeEach(() => {
  sent.length = 0
  held = []
})

const record = (hash: string, name: string, mime = 'text/plain') =>
  ({ hash, name, mime, phash: 'from' }) as unknown as FileRecord
const items = ['a', 'b', 'c', 'd'].map((name) => record(`my ${name}`, name))
const target = { spaceId: 'one', hash: 'to', name: 'to' }
const run = (answers: Answer[], kind: 'move' | 'copy' = 'move', folder = target) => {
  const asked: string[] = []
  const ask = async ({ item }: { item: FileRecord }) => {
    asked.push(item.name)
    return answers.shift() ?? null
  }
  return relocate({ kind, spaceId: 'one', items, target: folder, ask }).then(() => asked)
}
const requests = () => sent.map(([, { conflict, hash, also }]) => [conflict, hash, ...((also as string[]) ?? [])])

test('nobody is asked while no name is taken, and all go in one call', async () => {
  expect(await run([])).toEqual([])
  expect(requests()).toEqual([['refuse', 'my a', 'my b', 'my c', 'my d']])
})

test('every taken name is asked about by itself; what is left out is not sent', async () => {
  held = ['a', 'b', 'c']
  const one = (choice: 'skip' | 'replace' | 'keepBoth') => ({ choice, isForAll: false })
  expect(await run([one('replace'), one('skip'), one('keepBoth')])).toEqual(['a', 'b', 'c'])
  expect(requests()).toEqual([
    ['replace', 'my a'],
    ['keepBoth', 'my c'],
    ['refuse', 'my d'],
  ])
})

test('an answer for all is asked for once', async () => {
  held = ['a', 'b', 'd']
  expect(await run([{ choice: 'keepBoth', isForAll: true }])).toEqual(['a'])
  expect(requests()).toEqual([
    ['keepBoth', 'my a', 'my b', 'my d'],
    ['refuse', 'my c'],
  ])
})

test('no answer ends it before anything is done', async () => {
  held = ['b']
  expect(await run([null])).toEqual(['b'])
  expect(sent).toEqual([])
})

test('copies beside their originals get numbers unasked', async () => {
  held = ['a']
  expect(await run([], 'copy', { ...target, hash: 'from' })).toEqual([])
  expect(requests()).toEqual([['keepBoth', 'my a', 'my b', 'my c', 'my d']])
})

test('a folder is never replaced, nor does it replace', () => {
  const [file, folder] = [record('1', 'x'), record('2', 'x', DIRECTORY)]
  expect(choicesFor({ item: file, taken: folder })).not.toContain('replace')
  expect(choicesFor({ item: folder, taken: file })).not.toContain('replace')
  expect(choicesFor({ item: file, taken: file })).toContain('replace')
})
