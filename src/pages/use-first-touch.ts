import { useEffect, useRef } from 'react'
import { firstTouch } from './first-touch.ts'

/** Runs once, with the first sign that somebody is at the page; at once when there was one already. */
export function useFirstTouch(run: () => void, isTouched: boolean): void {
  const latest = useRef(run)
  latest.current = run
  useEffect(() => {
    let isGone = false
    const touched = isTouched ? Promise.resolve() : firstTouch()
    void touched.then(() => isGone || latest.current())
    return () => {
      isGone = true
    }
  }, [isTouched])
}
