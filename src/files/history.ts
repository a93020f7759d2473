/** Steps that Undo remembers. Source: spec section 9. */
export const STEPS_MAX = 10

/** Something that was done and can be taken back; `label` says what, in the reader's words, `key` names its notice. */
export type Step = { key: string; label: string; undo: () => Promise<void> }

/** The last steps, newest last; older ones fall off. */
export const pushed = (steps: readonly Step[], step: Step): Step[] => [...steps, step].slice(-STEPS_MAX)
