import { UNDO_STEPS } from '#contract/core/limits.ts'

/** The last steps of what is edited, and which of them is shown, counted from 1. Source: spec section 4, edit history. */
export type StepHistory<T> = { steps: readonly T[]; pointer: number }

export const historyOf = <T>(first: T): StepHistory<T> => ({ steps: [first], pointer: 1 })
/** The current state. */
export const shownStep = <T>({ steps, pointer }: StepHistory<T>): T => steps[pointer - 1] as T

/** Adds a step: undone steps are dropped, and only the latest steps are kept. */
export function withStep<T>({ steps, pointer }: StepHistory<T>, next: T): StepHistory<T> {
  const kept = [...steps.slice(0, pointer), next].slice(-UNDO_STEPS)
  return { steps: kept, pointer: kept.length }
}
/** The shown step as something else: what was undone stays to be done again no more. */
export function withShown<T>({ steps, pointer }: StepHistory<T>, next: T): StepHistory<T> {
  return { steps: [...steps.slice(0, pointer - 1), next], pointer }
}
export const mayUndo = ({ pointer }: StepHistory<unknown>): boolean => pointer > 1
export const mayRedo = ({ steps, pointer }: StepHistory<unknown>): boolean => pointer < steps.length
export const undone = <T>(history: StepHistory<T>): StepHistory<T> =>
  mayUndo(history) ? { ...history, pointer: history.pointer - 1 } : history
export const redone = <T>(history: StepHistory<T>): StepHistory<T> =>
  mayRedo(history) ? { ...history, pointer: history.pointer + 1 } : history
