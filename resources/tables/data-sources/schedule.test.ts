import { expect, test } from 'vitest'
import { clockOf, cronOf, planOf, USUAL } from './schedule.ts'

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
