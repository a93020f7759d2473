import { expect, test } from 'vitest'
import { type Axis, followed, knownOf, type Stretch } from './follow.ts'

/** The rows of a grid by their keys, in order; a blank is a row that is not loaded. */
const axisOf = (keys: string): Axis => ({
  keyAt: (place) => (keys[place] === ' ' ? undefined : keys[place]),
  placeOf: (key) => (keys.includes(String(key)) ? keys.indexOf(String(key)) : undefined),
})
const follow = (stretch: Stretch, before: string, after: string) =>
  followed(stretch, knownOf(stretch, axisOf(before)), axisOf(after))
const cell = (at: number): Stretch => ({ at, from: at, to: at })
const rows = (from: number, to: number): Stretch => ({ at: from, from, to })

test.each<[string, Stretch, string, string, Stretch | null]>([
  ['stays where nothing moved', cell(1), 'abc', 'abc', cell(1)],
  ['goes along with its row when one is inserted above', cell(1), 'abc', 'xabc', cell(2)],
  ['goes along when the rows are sorted', cell(0), 'abc', 'cba', cell(2)],
  ['stays when a row is inserted below', cell(1), 'abc', 'abxc', cell(1)],
  ['is nowhere when its row is removed', cell(1), 'abc', 'ac', null],
  ['goes along with several rows', rows(1, 2), 'abcd', 'xabcd', rows(2, 3)],
  ['is the cell alone when another row comes in between', rows(1, 2), 'abcd', 'abxcd', cell(1)],
  ['is the cell alone when its rows are sorted apart', rows(0, 2), 'abcd', 'bdca', cell(3)],
  ['keeps its length where the ends are not loaded', rows(1, 5), 'abcd  ', 'xabcd  ', rows(2, 6)],
  ['stays while its row is not loaded', cell(4), 'abcd ', 'xabcd', cell(4)],
])('a selection %s', (_, stretch, before, after, expected) => {
  expect(follow(stretch, before, after)).toEqual(expected)
})
