import { type RefObject, useEffect } from 'react'
import type { ViewProps } from './row-events.ts'

type Props = Pick<ViewProps, 'store' | 'selection' | 'renaming'>

/** The keys are at the item that they led to, in whatever shape the folder is shown. */
export function useItemFocus(scroller: RefObject<HTMLElement | null>, { store, selection, renaming }: Props): void {
  const { rows } = store.state
  const at = selection.focus
  // The field of a name has the keys until it is gone; then the item has them again.
  const hasKeys = renaming === null && at >= 0
  const focus = () => scroller.current?.querySelector<HTMLElement>(`[data-at="${at}"]`)?.focus({ preventScroll: true })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place is what the item is found by
  useEffect(() => {
    if (hasKeys) focus()
  }, [at, hasKeys])
  // biome-ignore lint/correctness/useExhaustiveDependencies: items that are drawn anew take the focus of the old ones away
  useEffect(() => {
    if (hasKeys && document.activeElement === document.body) focus()
  }, [rows])
}
