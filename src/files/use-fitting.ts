import { useCallback, useMemo, useState } from 'react'
import { fitting } from './columns.tsx'
import type { ViewChoice } from './use-view-choice.ts'

/** The chosen columns that fit into the list's current width; `measured` is the ref of the list. */
export function useFitting(view: ViewChoice) {
  const [roomPx, setRoom] = useState(Number.POSITIVE_INFINITY)
  const measured = useCallback((list: HTMLElement | null) => {
    if (!list) return undefined
    const observer = new ResizeObserver(() => setRoom(list.clientWidth))
    observer.observe(list)
    return () => observer.disconnect()
  }, [])
  const columns = useMemo(() => fitting(view.columns, view.widths, roomPx), [view.columns, view.widths, roomPx])
  return { columns, measured }
}
