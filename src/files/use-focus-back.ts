import { useEffect, useRef } from 'react'

/** Where the keyboard is in the list, or comes into it. */
export const placeInList = (): HTMLElement | null =>
  document.querySelector('.list[tabindex="0"], .list [data-at][tabindex="0"]')

/** Once what stood before the list is gone, the keyboard is back where it was in it. */
export function useFocusBack(isCovered: boolean): void {
  const wasCovered = useRef(false)
  useEffect(() => {
    if (wasCovered.current && !isCovered && document.activeElement === document.body) placeInList()?.focus()
    wasCovered.current = isCovered
  }, [isCovered])
}
