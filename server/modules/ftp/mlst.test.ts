import { describe, expect, test } from 'vitest'
import { listLineOf, quotedPath, resolvePath, type Seen } from '#server/modules/protocols/index.ts'
import { dateOf, mlstLineOf, stampOf } from './mlst.ts'

const file: Seen = {
  hash: 'h1',
  name: '湖 1.csv',
  isFolder: false,
  size: 1234,
  items: 0,
  sha256: null,
  modifiedAt: new Date('2026-03-04T05:06:07.890Z'),
}

describe('a time of FTP', () => {
  test.each([
    ['20260304050607', '2026-03-04T05:06:07.000Z'],
    ['20260304050607.890', '2026-03-04T05:06:07.000Z'],
    ['20260230050607', null],
    ['20261301000000', null],
    ['2026', null],
    ['', null],
  ])('%j means %j', (stamp, expected) => {
    expect(dateOf(stamp)?.toISOString() ?? null).toBe(expected)
  })

  test('is told in UTC to the second', () => {
    expect(stampOf(file.modifiedAt)).toBe('20260304050607')
  })
})

describe('what a list of FTP tells', () => {
  test('of a file as MLST tells them, of a folder too', () => {
    expect(mlstLineOf(file)).toBe('type=file;size=1234;modify=20260304050607;unique=h1;perm=adfrw;')
    expect(mlstLineOf({ ...file, isFolder: true })).toMatch(/^type=dir;.*perm=cdeflmp;$/)
  })

  test.each([
    ['2026-03-05T00:00:00Z', 'Mar 04 05:06'],
    ['2027-03-05T00:00:00Z', 'Mar 04  2026'],
    ['2025-03-05T00:00:00Z', 'Mar 04  2026'],
  ])('at %s in the way of ls shows %j', (now, date) => {
    expect(listLineOf(file, new Date(now))).toBe(`-rw-r--r-- 1 dataspace dataspace         1234 ${date} 湖 1.csv`)
  })
})

describe('a path of FTP', () => {
  test.each([
    ['/', []],
    ['', ['a', 'b']],
    ['..', ['a']],
    ['../../../..', []],
    ['/../../etc/passwd', ['etc', 'passwd']],
    ['c//./d/', ['a', 'b', 'c', 'd']],
    ['c/../../e', ['a', 'e']],
  ])('%j from /a/b leads to %j', (argument, expected) => {
    expect(resolvePath(['a', 'b'], argument)).toEqual(expected)
  })

  test('doubles its quotes where it is answered', () => {
    expect(quotedPath(['a "b"'])).toBe('"/a ""b"""')
  })
})
