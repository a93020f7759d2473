import { useSyncExternalStore } from 'react'

/** A media query, read once or followed by a re-rendering component. */
function media(query: string) {
  const matches = () => matchMedia(query).matches
  const subscribe = (listener: () => void) => {
    const list = matchMedia(query)
    list.addEventListener('change', listener)
    return () => list.removeEventListener('change', listener)
  }
  return { matches, useMatch: (): boolean => useSyncExternalStore(subscribe, matches, () => false) }
}

/** Width below which tables become cards (640 px). */
export const { matches: isNarrow, useMatch: useNarrow } = media('(max-width: 640px)')

/** The user's system prefers reduced motion. */
export const { matches: isStill } = media('(prefers-reduced-motion: reduce)')

/** The window is wide enough for a panel beside a list. */
export const { useMatch: useRoomy } = media('(min-width: 1101px)')
