import { useRef, useState } from 'react'

/** Runs one thing at a time: a second click while the first is on its way does nothing. */
export function useOnce() {
  const isRunning = useRef(false)
  const [isBusy, setBusy] = useState(false)
  async function once(run: () => Promise<unknown>): Promise<void> {
    if (isRunning.current) return
    isRunning.current = true
    setBusy(true)
    try {
      await run()
    } finally {
      isRunning.current = false
      setBusy(false)
    }
  }
  return { once, isBusy }
}
