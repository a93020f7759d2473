import { useEffect, useState } from 'react'

/**
 * Whether the script runs: before that, the browser itself would submit the form, including the password, to a wrong
 * address.
 */
export function useHydrated(): boolean {
  const [isAlive, setAlive] = useState(false)
  useEffect(() => setAlive(true), [])
  return isAlive
}
