import { useEffect, useState } from 'react'

/** Pause in typing, in milliseconds (our choice). */
const REST_MS = 300

/** A value once it has not changed for a while; values that are made anew each time, as text. */
export function useRested<T extends string | number | boolean | null>(value: T): T {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), REST_MS)
    return () => clearTimeout(timer)
  }, [value])
  return rested
}
