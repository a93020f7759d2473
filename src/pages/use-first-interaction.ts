import { useEffect, useRef } from 'react'
import { firstInteraction } from './first-interaction.ts'

/** Runs once, with the first sign that somebody is at the page; at once when there was one already. */
export function useFirstInteraction(run: () => void, isTouched: boolean): void {
  const latest = useRef(run)
  latest.current = run
  useEffect(() => {
    let isGone = false
    const touched = isTouched ? Promise.resolve() : firstInteraction()
    void touched.then(() => isGone || latest.current())
    return () => {
      isGone = true
    }
  }, [isTouched])
}
