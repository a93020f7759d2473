import { expect, test } from 'vitest'
import { clockOf, cronOf, instantOf, planFor, planOf, scheduleOf, USUAL } from './schedule.ts'

test.each([
  ['5 * * * *', { every: 'hour', minute: 5 }],
  ['0 2 * * *', { every: 'day', hour: 2, minute: 0 }],
  ['30 23 * * 1,3', { every: 'week', hour: 23, minute: 30, weekdays: [1, 3] }],
  ['0 6 28 * *', { every: 'month', hour: 6, monthDay: 28 }],
  ['0 6 L * *', { every: 'month', monthDay: 'L' }],
])('%s is said in words and written the same', (cron, plan) => {
  expect(planOf(cron)).toMatchObject(plan)
  expect(cronOf(planOf(cron))).toBe(cron)
})

test.each([
  '*/15 * * * *',
  '0 2 1 * 1',
  '0 * 1 * *',
  '0 2 29 * *',
  '0 2 * 6 *',
  '0 24 * * *',
  '60 2 * * *',
  'nonsense',
])('%s stays cron, unchanged', (cron) => {
  expect(planOf(cron)).toMatchObject({ every: 'cron', cron })
  expect(cronOf(planOf(cron))).toBe(cron)
})

test('days of the week are written in their order', () => {
  expect(cronOf({ ...USUAL, every: 'week', weekdays: [5, 1] })).toBe('0 2 * * 1,5')
})

test('a clock time has two digits each', () => {
  expect(clockOf({ hour: 7, minute: 5 })).toBe('07:05')
})

test('one time is that of the clocks of its zone', () => {
  const schedule = { once: '2026-12-01T01:30:00.000Z', zone: 'Asia/Shanghai' }
  const plan = planFor(schedule)
  expect(plan).toMatchObject({ every: 'once', day: '2026-12-01', hour: 9, minute: 30 })
  expect(scheduleOf(plan, 'Asia/Shanghai')).toEqual(schedule)
  expect(scheduleOf(plan, 'UTC')).toEqual({ once: '2026-12-01T09:30:00.000Z', zone: 'UTC' })
})

test('a time that the clocks of a zone skip is none', () => {
  const plan = { ...USUAL, every: 'once' as const, day: '2027-03-28', hour: 2, minute: 30 }
  expect(instantOf(plan, 'Europe/Berlin')).toEqual({ reason: 'noSuchTime' })
  expect(scheduleOf(plan, 'Europe/Berlin')).toEqual({ once: '', zone: 'Europe/Berlin' })
})
