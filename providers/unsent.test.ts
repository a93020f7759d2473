import { beforeEach, expect, test, vi } from 'vitest'
import { keepUnsent, takeUnsent, unsentWork } from './unsent.ts'

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

test('what is kept is taken once, by its person and for its object alone', () => {
  keepUnsent(mine, 'first')
  keepUnsent(mine, 'second')
  expect(takeUnsent({ ...mine, personId: 'okafor' }, parse)).toBeNull()
  expect(takeUnsent({ ...mine, what: 'cells 2' }, parse)).toBeNull()
  expect(unsentWork(mine, parse)).toBe('second')
  expect(takeUnsent(mine, parse)).toBe('second')
  expect(takeUnsent(mine, parse)).toBeNull()
})

test('what another version of the page kept is nothing, and goes', () => {
  keepUnsent(mine, { other: 'shape' })
  expect(takeUnsent(mine, parse)).toBeNull()
  keepUnsent(mine, 'readable')
  expect(takeUnsent(mine, parse)).toBe('readable')
})
