import { useEffect, useRef } from 'react'

/** Once what stood before the list is gone, the keyboard is back where it was in it. */
export function useFocusBack(isCovered: boolean): void {
  const wasCovered = useRef(false)
  useEffect(() => {
    if (wasCovered.current && !isCovered && document.activeElement === document.body)
      document.querySelector<HTMLElement>('.list[tabindex="0"], .list [data-at][tabindex="0"]')?.focus()
    wasCovered.current = isCovered
  }, [isCovered])
}
