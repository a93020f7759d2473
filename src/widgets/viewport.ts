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

/** Width of a phone (640 px). */
export const { matches: isNarrow, useMatch: useNarrow } = media('(max-width: 640px)')

/**
 * Width below which records are shown as cards: beside the menu there is not enough width for their columns (900 px).
 */
export const { useMatch: useCards } = media('(max-width: 900px)')

/** A window wider than a phone's but too narrow for the labels of the menu. */
export const { useMatch: useTablet } = media('(min-width: 641px) and (max-width: 900px)')

/** The user's system prefers reduced motion. */
export const { matches: isStill } = media('(prefers-reduced-motion: reduce)')

/** The window is wide enough for a panel beside a list, and for lists of many columns. */
export const { matches: isRoomy, useMatch: useRoomy } = media('(min-width: 1101px)')
