/** Steps that Undo remembers. Source: spec section 9. */
export const STEPS_MAX = 10

/** Does something, and answers what takes it back: so a step goes either way as often as one likes. */
export type Revert = () => Promise<Revert>
/** Something that was done; `label` says what, in the reader's words, `key` names its notice, `revert` takes it back. */
export type Step = { key: string; label: string; revert: Revert }
/** What was done and what was taken back, the last one last. */
export type History = { done: readonly Step[]; undone: readonly Step[] }

export const NO_STEPS: History = { done: [], undone: [] }

const pushed = (steps: readonly Step[], step: Step): Step[] => [...steps, step].slice(-STEPS_MAX)
const without = (steps: readonly Step[], step: Step): Step[] => steps.filter((one) => one !== step)

/** Something new: older ones fall off, and what was taken back is no longer to be had. */
export const did = ({ done }: History, step: Step): History => ({ done: pushed(done, step), undone: [] })
/** A step was taken back: `next` does it again. */
export const undid = ({ done, undone }: History, step: Step, next: Revert): History => ({
  done: without(done, step),
  undone: pushed(undone, { ...step, revert: next }),
})
/** A step was done again: `next` takes it back. */
export const redid = ({ done, undone }: History, step: Step, next: Revert): History => ({
  done: pushed(done, { ...step, revert: next }),
  undone: without(undone, step),
})

/** Histories of the spaces that this page has worked in; they outlive the folder, not the page. */
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
