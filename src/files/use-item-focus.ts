import { type RefObject, useEffect, useLayoutEffect } from 'react'
import type { ViewProps } from './row-events.ts'

type Props = Pick<ViewProps, 'selection' | 'renaming'>

/** Keeps the DOM focus on the focused item, in the list as well as in the grid. */
export function useItemFocus(scroller: RefObject<HTMLElement | null>, { selection, renaming }: Props): void {
  const at = selection.focus
  // While the name field is open it has the focus; afterwards the item gets it back.
  const hasKeys = renaming === null && at >= 0
  const focus = () => scroller.current?.querySelector<HTMLElement>(`[data-at="${at}"]`)?.focus({ preventScroll: true })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place is what the item is found by
  useEffect(() => {
    if (hasKeys) focus()
  }, [at, hasKeys])
  // Rendering an item can drop the focus of the previous element to the body; then the item is focused again, at once,
  // because a key that comes in between would be lost.
  useLayoutEffect(() => {
    if (hasKeys && [document.body, scroller.current?.parentElement].includes(document.activeElement as HTMLElement))
      focus()
  })
}
