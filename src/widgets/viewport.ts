import { useSyncExternalStore } from 'react'

/** A media query asked once, or followed by a page that is drawn anew when its answer changes. */
function media(query: string) {
  const matches = () => matchMedia(query).matches
  const subscribe = (listener: () => void) => {
    const list = matchMedia(query)
    list.addEventListener('change', listener)
    return () => list.removeEventListener('change', listener)
  }
  return { matches, useMatch: (): boolean => useSyncExternalStore(subscribe, matches, () => false) }
}

/** Tables become cards (look: 640 px). */
export const { matches: isNarrow, useMatch: useNarrow } = media('(max-width: 640px)')

/** The person asked the system for less motion. */
export const { matches: isStill } = media('(prefers-reduced-motion: reduce)')

/** There is room for a panel beside a list. */
export const { matches: isRoomy } = media('(min-width: 1101px)')
