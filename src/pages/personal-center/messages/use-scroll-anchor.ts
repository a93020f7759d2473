import { type RefObject, useCallback, useRef } from 'react'

type ScrollAnchor = {
  /** Call before rows are inserted. */
  note: () => void
  /** Call after rows were inserted, before the browser paints. */
  restore: () => void
}

/** Keeps the visible rows in place when rows are inserted above them. */
export function useScrollAnchor(list: RefObject<HTMLElement | null>): ScrollAnchor {
  const anchor = useRef<{ id: string; top: number } | null>(null)
  const note = useCallback(() => {
    const place = list.current?.closest('main')
    if (!place?.scrollTop) return
    const { top: edge } = place.getBoundingClientRect()
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-id]') ?? [])]
    const first = rows.find((row) => row.getBoundingClientRect().bottom > edge)
    anchor.current = first ? { id: first.dataset.id ?? '', top: first.getBoundingClientRect().top } : null
  }, [list])
  const restore = useCallback(() => {
    const place = list.current?.closest('main')
    const row = anchor.current && list.current?.querySelector(`[data-id="${anchor.current.id}"]`)
    if (place && row && anchor.current) place.scrollTop += row.getBoundingClientRect().top - anchor.current.top
    anchor.current = null
  }, [list])
  return { note, restore }
}
