import { useEffect, useRef } from 'react'

const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'scroll'] as const

/** Runs once, with the first sign that somebody is at the page; at once when there was one already. */
export function useFirstTouch(run: () => void, isTouched: boolean): void {
  const latest = useRef(run)
  latest.current = run
  useEffect(() => {
    const stop = new AbortController()
    const begin = () => {
      stop.abort()
      latest.current()
    }
    if (isTouched) begin()
    for (const sign of SIGNS) addEventListener(sign, begin, { signal: stop.signal, passive: true })
    return () => stop.abort()
  }, [isTouched])
}
