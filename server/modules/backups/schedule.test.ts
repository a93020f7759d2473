import { describe, expect, test } from 'vitest'
import type { BackupSchedule } from '#contract/backups.ts'
import { nextRunTime } from './schedule.ts'

const daily: BackupSchedule = { cycle: 'daily', weekday: 1, monthDay: 'first', hour: 2, zone: 'Asia/Shanghai' }
const next = (schedule: Partial<BackupSchedule>, after: string) =>
  nextRunTime({ ...daily, ...schedule }, new Date(after)).toISOString()
/** Several times, one after the other. */
function times(schedule: Partial<BackupSchedule>, after: string, count: number): string[] {
  const found: string[] = []
  for (let at = after; found.length < count; at = found.at(-1) ?? at) found.push(next(schedule, at))
  return found
}

test('a time zone that nobody knows is refused', () => {
  expect(() => next({ zone: 'Moon/Crater' }, '2026-11-23T00:00:00Z')).toThrow('backupZoneUnknown')
})

describe('the hour is that of the time zone', () => {
  test('daily', () => {
    expect(next({}, '2026-11-22T17:59:00Z')).toBe('2026-11-22T18:00:00.000Z')
    expect(next({}, '2026-11-22T18:00:00Z')).toBe('2026-11-23T18:00:00.000Z')
  })
  test.each([
    [1, '2026-11-22T18:00:00.000Z'],
    [6, '2026-11-27T18:00:00.000Z'],
    [7, '2026-11-28T18:00:00.000Z'],
  ])('weekly on weekday %i', (weekday, expected) => {
    // A Sunday in UTC, and already in Shanghai.
    expect(next({ cycle: 'weekly', weekday }, '2026-11-22T00:00:00Z')).toBe(expected)
  })
})

describe('monthly', () => {
  test('on the last day, also of a February of 28 and of 29 days', () => {
    expect(times({ cycle: 'monthly', monthDay: 'last', zone: 'UTC' }, '2027-01-15T00:00:00Z', 3)).toEqual([
      '2027-01-31T02:00:00.000Z',
      '2027-02-28T02:00:00.000Z',
      '2027-03-31T02:00:00.000Z',
    ])
    expect(next({ cycle: 'monthly', monthDay: 'last', zone: 'UTC' }, '2028-02-15T00:00:00Z')).toBe(
      '2028-02-29T02:00:00.000Z',
    )
  })
  test('on the first day', () => {
    expect(times({ cycle: 'monthly', zone: 'UTC' }, '2026-12-01T02:00:00Z', 2)).toEqual([
      '2027-01-01T02:00:00.000Z',
      '2027-02-01T02:00:00.000Z',
    ])
  })
})

describe('when clocks change', () => {
  const berlin = { zone: 'Europe/Berlin', hour: 2 }
  test('an hour that is left out is taken an hour later, and the day after at its own', () => {
    expect(times(berlin, '2027-03-27T12:00:00Z', 2)).toEqual(['2027-03-28T01:00:00.000Z', '2027-03-29T00:00:00.000Z'])
  })
  test('an hour that comes twice is taken once', () => {
    const found = times(berlin, '2026-10-24T12:00:00Z', 2)
    expect(found[0]).toMatch(/^2026-10-25T0[01]:00:00.000Z$/)
    expect(found[1]).toBe('2026-10-26T01:00:00.000Z')
  })
})
