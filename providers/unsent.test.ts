import { beforeEach, expect, test, vi } from 'vitest'
import { keepNothing, keepUnsent, keptUnsent, whileAlone } from './unsent.ts'

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
  return () => void vi.unstubAllGlobals()
})

const mine = { personId: 'lin', what: 'cells 1' }
const parse = (kept: unknown) => {
  if (typeof kept !== 'string') throw new Error('not of this version')
  return kept
}

test('what is kept is there for its person and its object alone, until it is dropped', () => {
  keepUnsent(mine, 'first')
  keepUnsent(mine, 'second')
  expect(keptUnsent({ ...mine, personId: 'okafor' }, parse)).toBeNull()
  expect(keptUnsent({ ...mine, what: 'cells 2' }, parse)).toBeNull()
  expect(keptUnsent(mine, parse)?.work).toBe('second')
  keptUnsent(mine, parse)?.drop()
  expect(keptUnsent(mine, parse)).toBeNull()
})

test('what was kept meanwhile is not dropped with what was kept before', () => {
  keepUnsent(mine, 'before')
  const before = keptUnsent(mine, parse)
  keepUnsent(mine, 'meanwhile')
  before?.drop()
  expect(keptUnsent(mine, parse)?.work).toBe('meanwhile')
})

test('what another version of the page kept is nothing', () => {
  keepUnsent(mine, { other: 'shape' })
  expect(keptUnsent(mine, parse)).toBeNull()
  keepUnsent(mine, 'readable')
  expect(keptUnsent(mine, parse)?.work).toBe('readable')
})

test('two tabs work with what is kept one after the other: the second finds what the first has left', async () => {
  keepUnsent(mine, 'typed')
  const { signal } = new AbortController()
  const sent: (string | null)[] = []
  const send = async () => {
    const kept = keptUnsent(mine, parse)
    sent.push(kept?.work ?? null)
    await new Promise((resolve) => setImmediate(resolve))
    kept?.drop()
  }
  await Promise.all([whileAlone(mine, signal, send), whileAlone(mine, signal, send)])
  expect(sent).toEqual(['typed', null])
})

// The page is left then, so that it stays so: this test is the last one.
test('a page whose person has signed out, here or at another window, keeps nothing', () => {
  keepNothing()
  keepUnsent(mine, 'typed before')
  expect(keptUnsent(mine, parse)).toBeNull()
})
