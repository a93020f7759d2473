import type { Range } from './types.ts'

/** The visible cells, and what listens to their moving; apart from React, which would draw all with each step. */
export type RegionStore = {
  get: () => Range
  /** Identifies the position of the columns: changes when columns move, not when only rows do. */
  across: () => string
  /** `leftPx` is how far the first column is moved. */
  set: (region: Range, leftPx: number) => void
  subscribe: (listener: () => void) => () => void
}

export function regionStore(): RegionStore {
  let region: Range = { x: 0, y: 0, width: 0, height: 0 }
  let across = ''
  const listeners = new Set<() => void>()
  return {
    get: () => region,
    across: () => across,
    set(next, leftPx) {
      region = { ...next }
      across = `${next.x} ${next.width} ${leftPx}`
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
