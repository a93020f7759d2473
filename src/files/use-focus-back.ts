import { useEffect, useRef } from 'react'

/** The element of the list that has, or would receive, the keyboard focus; the list itself while that row is out of view. */
export const placeInList = (): HTMLElement | null =>
  document.querySelector('.list [data-at][tabindex="0"]') ?? document.querySelector('.list')

/** Returns the focus to the list after the layer in front of it has closed. */
export function useFocusBack(isCovered: boolean): void {
  const wasCovered = useRef(false)
  useEffect(() => {
    if (wasCovered.current && !isCovered && document.activeElement === document.body) placeInList()?.focus()
    wasCovered.current = isCovered
  }, [isCovered])
}
