import { useEffect, useRef } from 'react'

/** The element of the list that has, or would receive, the keyboard focus. */
export const placeInList = (): HTMLElement | null =>
  document.querySelector('.list[tabindex="0"], .list [data-at][tabindex="0"]')

/** Returns the focus to the list after the layer in front of it has closed. */
export function useFocusBack(isCovered: boolean): void {
  const wasCovered = useRef(false)
  useEffect(() => {
    if (wasCovered.current && !isCovered && document.activeElement === document.body) placeInList()?.focus()
    wasCovered.current = isCovered
  }, [isCovered])
}
