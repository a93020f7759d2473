import { useEffect } from 'react'

/** The address belongs to a public page outside of the console, so it is loaded anew. */
export function LeaveConsole() {
  useEffect(() => location.reload(), [])
  return null
}
