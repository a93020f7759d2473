import { expect, test } from 'vitest'
import { fits, isNews, lastEndOf, type TaskFilter } from './use-tasks.ts'

test.each<[TaskFilter, string]>([
  [undefined, 'transferring completed failed'],
  ['open', 'transferring'],
  ['completed', 'completed'],
  ['failed', 'failed'],
])('news of a task concern the list %s when they are: %s', (filter, states) => {
  const all = ['transferring', 'completed', 'failed'] as const
  expect(all.filter((state) => fits(filter, { state })).join(' ')).toBe(states)
})

const HALF_PAST = '2026-09-04T08:30:00.000Z'
const LATER = '2026-09-04T08:30:00.001Z'
const OPEN = { state: 'transferring' as const, endTime: null }
const ended = (endTime: string | null) => ({ state: 'completed' as const, endTime })

test.each([
  {
    which: 'that ended after the last end of the first list',
    first: [HALF_PAST, null],
    task: ended(LATER),
    told: true,
  },
  { which: 'that ended last in the first list', first: [HALF_PAST], task: ended(HALF_PAST), told: false },
  { which: 'that had ended before that', first: [LATER], task: ended(HALF_PAST), told: false },
  { which: 'that ended after a first list without an end', first: [null], task: ended(HALF_PAST), told: true },
  { which: 'that ended after an empty first list', first: [], task: ended(HALF_PAST), told: true },
  { which: 'whose end is not read yet', first: [HALF_PAST], task: ended(null), told: true },
  { which: 'that is open', first: [HALF_PAST], task: OPEN, told: true },
])('a task $which is told below the files: $told', ({ first, task, told }) => {
  expect(isNews(task, lastEndOf(first.map((endTime) => ({ endTime }))))).toBe(told)
})

test('before the first list is read, only open tasks are told', () => {
  expect(isNews(ended(LATER), undefined)).toBe(false)
  expect(isNews(OPEN, undefined)).toBe(true)
})
