import { expect, test } from 'vitest'
import { fits, type TaskFilter } from './use-tasks.ts'

test.each<[TaskFilter, string]>([
  [undefined, 'transferring completed failed'],
  ['open', 'transferring'],
  ['completed', 'completed'],
  ['failed', 'failed'],
])('news of a task concern the list %s when they are: %s', (filter, states) => {
  const all = ['transferring', 'completed', 'failed'] as const
  expect(all.filter((state) => fits(filter, { state })).join(' ')).toBe(states)
})
