import { expect, test } from 'vitest'
import { pushed, STEPS_MAX, type Step } from './history.ts'

test('the last ten steps are kept, the oldest falls off', () => {
  let steps: Step[] = []
  for (let i = 0; i < STEPS_MAX + 2; i += 1) steps = pushed(steps, { key: '', label: String(i), undo: async () => {} })
  expect(steps.map(({ label }) => label)).toEqual(['2', '3', '4', '5', '6', '7', '8', '9', '10', '11'])
})
