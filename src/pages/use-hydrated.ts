import { useEffect, useState } from 'react'

/** Whether the page's script runs: a form sent by the browser itself would go astray, the password with it. */
export function useHydrated(): boolean {
  const [isAlive, setAlive] = useState(false)
  useEffect(() => setAlive(true), [])
  return isAlive
}
