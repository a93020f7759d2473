import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readText } from './read-text.ts'

const lines = Array.from({ length: 1000 }, (_, i) => `第 ${i} 行\n`).join('')
let bytes = new TextEncoder().encode(lines)
const { signal } = new AbortController()

beforeEach(() => {
  bytes = new TextEncoder().encode(lines)
  vi.stubGlobal('fetch', async (_address: string, { headers }: RequestInit) => {
    const range = (headers as { range?: string } | undefined)?.range
    const [, from = '0', to = `${bytes.length}`] = /bytes=(\d+)-(\d+)/.exec(range ?? '') ?? []
    return new Response(bytes.slice(Number(from), Number(to) + 1))
  })
})
afterEach(() => void vi.unstubAllGlobals())

test('a text within the limit is read whole', async () => {
  expect(await readText('/a', bytes.length, signal, { limit: bytes.length })).toEqual({
    text: lines,
    isWhole: true,
    parts: 1,
  })
})

const partsOf = async (limit: number) => {
  const { parts } = await readText('/a', bytes.length, signal, { limit })
  const all = Array.from({ length: parts }, (_, part) => readText('/a', bytes.length, signal, { limit, part }))
  return (await Promise.all(all)).map(({ text }) => text)
}
const utf16 = (text: string, isLittle: boolean) => {
  const view = new DataView(new ArrayBuffer(text.length * 2))
  for (let i = 0; i < text.length; i += 1) view.setUint16(i * 2, text.charCodeAt(i), isLittle)
  return new Uint8Array(view.buffer)
}

test.each([100_000, 100_001, 100_002, 199_999])(
  'a line longer than a part goes on in the next one, no character of it cut, with parts of %i bytes',
  async (limit) => {
    const line = '湖泊，a调查🌊'.repeat(20_000)
    bytes = new TextEncoder().encode(line)
    expect((await partsOf(limit)).join('')).toBe(line)
  },
)

test.each([
  ['little', true],
  ['big', false],
])('the parts of a long text in UTF-16, %s end first, are its own lines', async (_what, isLittle) => {
  // In UTF-16, 上 and 与 contain a byte that is a line break in other encodings.
  const text = Array.from({ length: 2000 }, (_, i) => `第 ${i} 行 上与ਊ\n`).join('')
  bytes = utf16(`\uFEFF${text}`, isLittle)
  const read = await partsOf(4000)
  expect(read.every((part) => part.endsWith('ਊ\n'))).toBe(true)
  expect(read.join('')).toBe(text)
})

test('a long line in UTF-16 is cut between its characters', async () => {
  const line = '湖a🌊'.repeat(50_000)
  bytes = utf16(`\uFEFF${line}`, true)
  expect((await partsOf(100_000)).join('')).toBe(line)
})

test('the parts of a long text end with a line, and together they are the text', async () => {
  const limit = 3001
  const read = await partsOf(limit)
  expect(read).toHaveLength(Math.ceil(bytes.length / limit))
  expect(read.every((text) => text.endsWith('行\n'))).toBe(true)
  expect(read.join('')).toBe(lines)
})
