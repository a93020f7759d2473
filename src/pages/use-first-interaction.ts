import { useEffect, useRef } from 'react'
import { firstInteraction } from './first-interaction.ts'

/** Runs once at the first user interaction; at once if there was one already. */
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
