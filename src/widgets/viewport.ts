import { useSyncExternalStore } from 'react'

const NARROW = '(max-width: 640px)'

/** Tables become cards (look: 640 px). */
export const isNarrow = () => matchMedia(NARROW).matches

const subscribe = (listener: () => void) => {
  const query = matchMedia(NARROW)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
/** The same for a page that is drawn anew when the window changes. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, isNarrow, () => false)

/** There is room for a panel beside a list. */
export const isRoomy = () => matchMedia('(min-width: 1101px)').matches
