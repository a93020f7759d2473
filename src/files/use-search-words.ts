import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'

const PARAMETER = 'q'
/** The address is updated once the words have not changed for this many milliseconds. */
const REST_MS = 300

/**
 * The words searched for, kept in the address: a link and a reload find the same, and Back leaves the results, whatever
 * was typed meanwhile.
 */
export function useSearchWords() {
  const [params, setParams] = useSearchParams()
  const asked = params.get(PARAMETER) ?? ''
  const [q, setQ] = useState(asked)
  const written = useRef(asked)
  useEffect(() => {
    // What we wrote ourselves may arrive after more was typed, and takes nothing of it away.
    if (asked !== written.current) setQ(asked)
    written.current = asked
  }, [asked])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words alone tell it
  useEffect(() => {
    if (q === asked) return
    const timer = setTimeout(() => {
      // Read from the browser, because the selection is written into the address without the router.
      const next = new URLSearchParams(location.search)
      written.current = q
      q ? next.set(PARAMETER, q) : next.delete(PARAMETER)
      setParams(next, { replace: asked !== '' })
    }, REST_MS)
    return () => clearTimeout(timer)
  }, [q, asked])
  return [q, setQ] as const
}
