import { useEffect } from 'react'

/** The address belongs to a public page outside of the console, so the browser loads it. */
export function LeaveConsole() {
  useEffect(() => location.reload(), [])
  return null
}
