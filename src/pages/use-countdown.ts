import { useEffect, useState } from 'react'

const TICK_MS = 500

/** Seconds until a moment, counted down to 0; `until` sets the moment in milliseconds since 1970. */
export function useCountdown(): [leftSeconds: number, until: (atMs: number) => void] {
  const [endMs, setEnd] = useState(0)
  const [left, setLeft] = useState(0)
  useEffect(() => {
    const count = () => setLeft(Math.max(0, Math.ceil((endMs - Date.now()) / 1000)))
    count()
    if (endMs <= Date.now()) return
    const timer = setInterval(count, TICK_MS)
    return () => clearInterval(timer)
  }, [endMs])
  return [left, setEnd]
}
