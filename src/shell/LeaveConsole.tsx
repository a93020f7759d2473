import { useEffect } from 'react'

/** The address leads to a page that stands without the console: it is loaded as itself. */
export function LeaveConsole() {
  useEffect(() => location.reload(), [])
  return null
}
