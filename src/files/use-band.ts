import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { type Box, boxOf, type Cards, placesIn } from './band.ts'

/** A press becomes a rubber band after moving this far; before that it is a click. */
const STARTS_PX = 4
/** Near an edge the list scrolls by SCROLL_PX per frame. */
const EDGE_PX = 24
const SCROLL_PX = 12

type Needs = {
  scroller: RefObject<HTMLDivElement | null>
  content: RefObject<HTMLDivElement | null>
  cards: Omit<Cards, 'widthPx'>
  /** Selects the cards at these indexes (none at the start); with Ctrl or Shift the previous selection is kept. */
  select: (places: readonly number[], isMore: boolean) => void
}
type Press = { x: number; y: number; isMore: boolean }

/** A rubber-band selection, started with the mouse outside of the cards; all touched cards are selected. */
export function useBand({ scroller, content, cards, select }: Needs) {
  const [press, setPress] = useState<Press | null>(null)
  const [box, setBox] = useState<Box | null>(null)
  const latest = useRef({ cards, select })
  latest.current = { cards, select }

  useEffect(() => {
    if (!press) return
    let pointer = { x: 0, y: 0 }
    let isMoved = false
    let frame = 0
    const draw = () => {
      const area = content.current?.getBoundingClientRect()
      if (!area || !isMoved) return
      const now = boxOf(press, { x: pointer.x - area.left, y: pointer.y - area.top })
      if (Math.max(now.right - now.left, now.bottom - now.top) < STARTS_PX) return
      setBox(now)
      const { cards: grid, select: selectCards } = latest.current
      const places = placesIn(now, { ...grid, widthPx: area.width })
      if (places.length) selectCards(places, press.isMore)
    }
    const scroll = () => {
      const view = scroller.current
      const edges = view?.getBoundingClientRect()
      if (view && edges && isMoved) {
        const by = pointer.y < edges.top + EDGE_PX ? -SCROLL_PX : pointer.y > edges.bottom - EDGE_PX ? SCROLL_PX : 0
        const before = view.scrollTop
        view.scrollTop += by
        if (view.scrollTop !== before) draw()
      }
      frame = requestAnimationFrame(scroll)
    }
    const move = (event: PointerEvent) => {
      pointer = { x: event.clientX, y: event.clientY }
      isMoved = true
      draw()
    }
    const end = () => {
      setPress(null)
      setBox(null)
    }
    frame = requestAnimationFrame(scroll)
    addEventListener('pointermove', move)
    addEventListener('pointerup', end)
    addEventListener('pointercancel', end)
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('pointermove', move)
      removeEventListener('pointerup', end)
      removeEventListener('pointercancel', end)
    }
  }, [press, content, scroller])

  const onPointerDown = (event: ReactPointerEvent) => {
    const area = content.current?.getBoundingClientRect()
    if (event.button !== 0 || event.pointerType !== 'mouse' || !area) return
    if (event.target instanceof Element && event.target.closest('.card')) return
    // A press on the scroll bar must not start a band.
    if (event.nativeEvent.offsetX > event.currentTarget.clientWidth && event.target === event.currentTarget) return
    const isMore = event.ctrlKey || event.metaKey || event.shiftKey
    select([], isMore)
    setPress({ x: event.clientX - area.left, y: event.clientY - area.top, isMore })
  }
  return { box, onPointerDown }
}
