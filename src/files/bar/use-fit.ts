import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** How many of these widths fit into one line, in pixels. */
export function fittingCount(widths: readonly number[], { roomPx, gapPx }: { roomPx: number; gapPx: number }): number {
  let usedPx = 0
  const first = widths.findIndex((width, at) => {
    usedPx += width + (at ? gapPx : 0)
    return usedPx > roomPx
  })
  return first < 0 ? widths.length : first
}

const GAP_PX = 4

/**
 * Measures the buttons of a bar, and tells how many of them fit beside what stays: the bar's last child. Buttons that
 * are not known yet are all rendered once, before the bar is painted; `wanted` names them.
 */
export function useFit(bar: RefObject<HTMLElement | null>, wanted: string): number {
  const [fit, setFit] = useState({ wanted: '', count: 0 })
  const known = useRef<number[]>([])
  const isKnown = fit.wanted === wanted
  // biome-ignore lint/correctness/useExhaustiveDependencies: with another count, other buttons are there to be observed
  useLayoutEffect(() => {
    const element = bar.current
    if (!element) return
    if (!isKnown) known.current = []
    const measure = () => {
      const children = [...element.children] as HTMLElement[]
      const staying = children.pop()
      for (const [at, child] of children.entries()) known.current[at] = child.offsetWidth
      const roomPx = element.clientWidth - (staying?.offsetWidth ?? 0) - GAP_PX
      const count = fittingCount(known.current, { roomPx, gapPx: GAP_PX })
      setFit((before) => (before.wanted === wanted && before.count === count ? before : { wanted, count }))
    }
    measure()
    // A font that comes later, or another language, changes the buttons and not the bar.
    const observer = new ResizeObserver(measure)
    for (const child of [element, ...element.children]) observer.observe(child)
    return () => observer.disconnect()
  }, [bar, wanted, isKnown, fit.count])
  return isKnown ? fit.count : Number.POSITIVE_INFINITY
}
