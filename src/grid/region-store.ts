import type { Range } from './types.ts'

/** The visible cells, and what listens to their moving; apart from React, which would draw all with each step. */
export type RegionStore = {
  get: () => Range
  set: (region: Range) => void
  subscribe: (listener: () => void) => () => void
}

export function regionStore(): RegionStore {
  let region: Range = { x: 0, y: 0, width: 0, height: 0 }
  const listeners = new Set<() => void>()
  return {
    get: () => region,
    set(next) {
      region = { ...next }
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
