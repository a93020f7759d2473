import { expect, test } from 'vitest'
import { UNDO_STEPS } from '#contract/core/limits.ts'
import { historyOf, mayRedo, mayUndo, redone, shownStep, undone, withShown, withStep } from './step-history.ts'

const after = (count: number) => Array.from({ length: count }, (_, at) => at + 1).reduce(withStep<number>, historyOf(0))

test('a new history shows its only step, which cannot be undone', () => {
  const history = historyOf('a')
  expect([shownStep(history), mayUndo(history), mayRedo(history)]).toEqual(['a', false, false])
  expect(undone(history)).toBe(history)
  expect(redone(history)).toBe(history)
})

test('undo goes one step back, redo forward again', () => {
  const history = after(2)
  expect(shownStep(undone(history))).toBe(1)
  expect(shownStep(redone(undone(history)))).toBe(2)
})

test('a step after an undo replaces those that were undone', () => {
  const history = withStep(undone(after(3)), 9)
  expect(history.steps).toEqual([0, 1, 2, 9])
  expect(mayRedo(history)).toBe(false)
})

test('what is changed without a step of its own is undone with the last one, and what was undone is gone', () => {
  const history = withShown(undone(after(3)), 9)
  expect([history.steps, shownStep(history), mayRedo(history)]).toEqual([[0, 1, 9], 9, false])
  expect(shownStep(undone(history))).toBe(1)
})

test(`the last ${UNDO_STEPS} steps are kept`, () => {
  const history = after(UNDO_STEPS + 5)
  expect(history.steps).toHaveLength(UNDO_STEPS)
  const oldest = Array.from({ length: UNDO_STEPS + 3 }).reduce<typeof history>(undone, history)
  expect([shownStep(oldest), mayUndo(oldest)]).toEqual([6, false])
})
