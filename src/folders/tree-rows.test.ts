import { expect, test } from 'vitest'
import { type Branch, readOn, rowsOf, stepIn } from './tree-rows.ts'

const folder = (name: string, dirs = false) => ({ hash: name, name, dirs })
const root = folder('root', true)
const branches = new Map<string, Branch>([
  ['root', { folders: [folder('a', true), folder('b')], next: 'cursor' }],
  ['a', { folders: [folder('a1'), folder('a2')] }],
])
const rows = (...open: string[]) => rowsOf({ root, branches, open: new Set(open) })
const keys = (...open: string[]) => rows(...open).map(({ key, level }) => `${level} ${key}`)

test('open branches stand below their folders, and what is not read yet below those', () => {
  expect(keys()).toEqual(['1 root'])
  expect(keys('root')).toEqual(['1 root', '2 a', '2 b', '2 root rest'])
  expect(keys('root', 'a')).toEqual(['1 root', '2 a', '3 a1', '3 a2', '2 b', '2 root rest'])
})

test('more folders come once, and not to a branch that was read anew', () => {
  const begun: Branch = { folders: [folder('a')], next: 'first' }
  const page: Branch = { folders: [folder('b')], next: 'second' }
  const grown = readOn(begun, 'first', page)
  expect(grown).toEqual({ folders: [folder('a'), folder('b')], next: 'second' })
  expect(readOn(grown, 'first', page)).toBe(grown)
  expect(readOn({ folders: begun.folders }, 'first', page)).toEqual({ folders: begun.folders })
})

test('a closed branch inside an open one stays closed, an open one inside a closed one is not shown', () => {
  expect(keys('a')).toEqual(['1 root'])
})

test('a branch that did not come is offered again', () => {
  const failed = new Map<string, Branch>([['root', { folders: [], hasFailed: true }]])
  expect(rowsOf({ root, branches: failed, open: new Set(['root']) }).at(-1)).toMatchObject({ rest: { after: null } })
})

test.each([
  ['ArrowDown', 0, { to: 1 }],
  ['ArrowUp', 0, { to: 0 }],
  ['End', 0, { to: 5 }],
  ['Home', 4, { to: 0 }],
  ['ArrowRight', 1, { to: 2 }],
  ['ArrowRight', 4, null],
  ['ArrowLeft', 2, { to: 1 }],
  ['ArrowLeft', 4, { to: 0 }],
  ['x', 1, null],
])('%s at line %i', (key, at, expected) => {
  expect(stepIn(rows('root', 'a'), at, key)).toEqual(expected)
})

test('to the right opens a closed branch, to the left closes an open one', () => {
  expect(stepIn(rows('root'), 1, 'ArrowRight')).toMatchObject({ toggle: { key: 'a' } })
  expect(stepIn(rows('root', 'a'), 1, 'ArrowLeft')).toMatchObject({ toggle: { key: 'a' } })
})
