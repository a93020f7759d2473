import { describe, expect, test } from 'vitest'
import { aTask } from './fakes.ts'
import { doneBytesOf, overallPercent, percentOf, rateOf, sampled, secondsLeft } from './progress.ts'
import { UPLOADING } from './task.ts'

describe('percent of one file', () => {
  const sending = { state: UPLOADING, phase: 'sending', size: 200 } as const
  test.each([
    ['a waiting file has none', aTask({ size: 200 }), 0],
    ['hashing shows how far the hash is', aTask({ size: 200, phase: 'hashing', hashed: 50 }), 25],
    ['sending shows the bytes', aTask({ ...sending, complete: 100 }), 50],
    ['all bytes sent is no more than merging', aTask({ ...sending, complete: 200 }), 98],
    ['merging is 98', aTask({ ...sending, phase: 'merging', complete: 200 }), 98],
    ['an empty file has none until it merges', aTask({ ...sending, size: 0 }), 0],
  ])('%s', (_rule, task, percent) => expect(percentOf(task)).toBe(percent))
})

describe('percent of everything', () => {
  test.each([
    [0, 0, 0],
    [50, 200, 25],
    [200, 200, 100],
    [201, 200, 98.6],
  ])('%d of %d bytes are %d', (done, total, percent) => expect(overallPercent(done, total)).toBe(percent))
  test('a file counts in full only when the server has merged it', () =>
    expect(doneBytesOf(aTask({ size: 100, complete: 100 }))).toBe(98))
})

describe('speed', () => {
  test('one sample says nothing', () => expect(rateOf([{ atMs: 0, bytes: 5 }])).toBe(0))
  test('a chunk that starts again is no negative speed', () =>
    expect(
      rateOf([
        { atMs: 0, bytes: 9 },
        { atMs: 1000, bytes: 5 },
      ]),
    ).toBe(0))
  test('bytes per second over the samples', () =>
    expect(
      rateOf([
        { atMs: 0, bytes: 0 },
        { atMs: 2000, bytes: 3000 },
      ]),
    ).toBe(1500))
  test('samples older than five seconds are forgotten', () => {
    const samples = [0, 1000, 2000].map((atMs) => ({ atMs, bytes: atMs }))
    expect(sampled(samples, { atMs: 6500, bytes: 6500 }).map(({ atMs }) => atMs)).toEqual([2000, 6500])
  })
})

describe('time left', () => {
  test.each([
    ['unknown while a folder is still counted', 100, 10, true, null],
    ['unknown while nothing moves', 100, 0, false, null],
    ['none when nothing is left', 0, 10, false, null],
    ['rest by speed, rounded up', 95, 10, false, 10],
  ])('%s', (_rule, rest, rate, isCounting, seconds) => expect(secondsLeft(rest, rate, isCounting)).toBe(seconds))
})
