import { type RefObject, useEffect } from 'react'
import type { ViewProps } from './row-events.ts'

type Props = Pick<ViewProps, 'selection' | 'renaming'>

/** The keys are at the item that they led to, in whatever shape the folder is shown. */
export function useItemFocus(scroller: RefObject<HTMLElement | null>, { selection, renaming }: Props): void {
  const at = selection.focus
  // The field of a name has the keys until it is gone; then the item has them again.
  const hasKeys = renaming === null && at >= 0
  const focus = () => scroller.current?.querySelector<HTMLElement>(`[data-at="${at}"]`)?.focus({ preventScroll: true })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place is what the item is found by
  useEffect(() => {
    if (hasKeys) focus()
  }, [at, hasKeys])
  // An item is drawn when it is loaded and in sight, and takes the focus of an old one away: nobody has the keys then.
  useEffect(() => {
    if (hasKeys && [document.body, scroller.current?.parentElement].includes(document.activeElement as HTMLElement))
      focus()
  })
}
