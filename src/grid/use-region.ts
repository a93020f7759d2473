import { useEffect, useLayoutEffect, useReducer, useState } from 'react'
import type { RegionStore } from './region-store.ts'

/**
 * Renders again as the visible cells move. As state, and not as a store that is read at once: so it is part of the same
 * rendering as the grid's own, and layout effects find its cells at their new places.
 */
export function useRegion<Seen>(region: RegionStore, look: (region: RegionStore) => Seen): Seen {
  const [seen, see] = useState(() => look(region))
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is looked at stays the same
  useEffect(() => {
    const again = () => see(look(region))
    again()
    return region.subscribe(again)
  }, [region])
  return seen
}

/** The same, and once more when the grid has moved, for what reads the places of cells as it renders. */
export function useDrawnRegion<Seen>(region: RegionStore, look: (region: RegionStore) => Seen): void {
  const seen = useRegion(region, look)
  const [, renderAgain] = useReducer((times: number) => times + 1, 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each move is rendered
  useLayoutEffect(renderAgain, [seen])
}
