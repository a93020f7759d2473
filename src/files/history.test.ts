import { expect, test } from 'vitest'
import { did, type History, NO_STEPS, type Revert, redid, STEPS_MAX, type Step, undid } from './history.ts'

const revert: Revert = async () => revert
const back: Revert = async () => back
const step = (label: string): Step => ({ key: label, label, revert })
const labels = ({ done, undone }: History) => [done, undone].map((steps) => steps.map(({ label }) => label).join(''))
const after = (count: number): History => Array.from({ length: count }, (_, i) => step(String(i))).reduce(did, NO_STEPS)

test('the last ten steps are kept, the oldest falls off', () => {
  expect(labels(after(STEPS_MAX + 2))).toEqual(['234567891011', ''])
})

test('what is taken back can be done again, in its order', () => {
  let history = after(3)
  for (let i = 0; i < 2; i += 1) {
    const last = history.done.at(-1)
    if (last) history = undid(history, last, back)
  }
  expect(labels(history)).toEqual(['0', '21'])
  expect(history.undone[0]?.revert).toBe(back)
  const [, again] = history.undone
  if (again) history = redid(history, again, revert)
  expect(labels(history)).toEqual(['01', '2'])
})

test('a step in the middle is taken back by its notice', () => {
  const history = after(3)
  const [, middle] = history.done
  expect(middle && labels(undid(history, middle, back))).toEqual(['02', '1'])
})

test('something new ends what could be done again', () => {
  const history = after(2)
  const last = history.done.at(-1)
  expect(last && labels(did(undid(history, last, back), step('x')))).toEqual(['0x', ''])
})
