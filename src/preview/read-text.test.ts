import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readText } from './read-text.ts'

const lines = Array.from({ length: 1000 }, (_, i) => `第 ${i} 行\n`).join('')
const bytes = new TextEncoder().encode(lines)
const { signal } = new AbortController()

beforeEach(() =>
  vi.stubGlobal('fetch', async (_address: string, { headers }: RequestInit) => {
    const range = (headers as { range?: string } | undefined)?.range
    const [, from = '0', to = `${bytes.length}`] = /bytes=(\d+)-(\d+)/.exec(range ?? '') ?? []
    return new Response(bytes.slice(Number(from), Number(to) + 1))
  }),
)
afterEach(() => void vi.unstubAllGlobals())

test('a text within the limit is read whole', async () => {
  expect(await readText('/a', bytes.length, signal, { limit: bytes.length })).toEqual({
    text: lines,
    isWhole: true,
    parts: 1,
  })
})

test('the parts of a long text end with a line, and together they are the text', async () => {
  const limit = 3001
  const { parts } = await readText('/a', bytes.length, signal, { limit })
  const read = await Promise.all(
    Array.from({ length: parts }, (_, part) => readText('/a', bytes.length, signal, { limit, part })),
  )
  expect(parts).toBe(Math.ceil(bytes.length / limit))
  expect(read.every(({ text }) => text.endsWith('行\n'))).toBe(true)
  expect(read.map(({ text }) => text).join('')).toBe(lines)
})
