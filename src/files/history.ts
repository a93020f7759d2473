/** Steps that Undo remembers. Source: spec section 9. */
export const STEPS_MAX = 10

/** Performs a change and returns its inverse, so that a step can be undone and redone repeatedly. */
export type Revert = () => Promise<Revert>
/**
 * A performed change; `label` describes it in the reader's language, `key` identifies its notice, `revert` undoes it.
 */
export type Step = { key: string; label: string; revert: Revert }
/** Performed and undone steps, the latest last. */
export type History = { done: readonly Step[]; undone: readonly Step[] }

export const NO_STEPS: History = { done: [], undone: [] }

const pushed = (steps: readonly Step[], step: Step): Step[] => [...steps, step].slice(-STEPS_MAX)
const without = (steps: readonly Step[], step: Step): Step[] => steps.filter((one) => one !== step)

/** Adds a new step: the oldest steps are dropped, and undone steps can no longer be redone. */
export const did = ({ done }: History, step: Step): History => ({ done: pushed(done, step), undone: [] })
/** Marks a step as undone; `next` redoes it. */
export const undid = ({ done, undone }: History, step: Step, next: Revert): History => ({
  done: without(done, step),
  undone: pushed(undone, { ...step, revert: next }),
})
/** Marks a step as redone; `next` undoes it. */
export const redid = ({ done, undone }: History, step: Step, next: Revert): History => ({
  done: pushed(done, { ...step, revert: next }),
  undone: without(undone, step),
})

/** The histories of the spaces used on this page; kept when the folder changes, lost at a reload. */
const histories = new Map<string, History>()
const listeners = new Set<() => void>()

export const historyOf = (key: string): History => histories.get(key) ?? NO_STEPS
export function setHistory(key: string, history: History): void {
  histories.set(key, history)
  for (const listener of listeners) listener()
}
export function onHistory(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
