import { useWarnAboutChange } from '@refinedev/core'
import { useContext, useEffect, useRef } from 'react'
import { UNSAFE_NavigationContext as NavigationContext, useLocation } from 'react-router'
import { useDiscard } from '../widgets/use-discard.ts'

/**
 * Asks before a page with unsaved changes is left, by links and buttons of the console. Of a window that closes or
 * reloads only the browser can ask.
 */
export function LeaveGuard() {
  const { pathname } = useLocation()
  const { warnWhen, setWarnWhen } = useWarnAboutChange()
  const { navigator } = useContext(NavigationContext)
  const asking = useDiscard()
  const discard = useRef(asking)
  discard.current = asking
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page begins without changes
  useEffect(() => () => setWarnWhen(false), [pathname])
  useEffect(() => {
    if (!warnWhen) return
    const { push, go } = navigator
    const after = (leave: () => void) =>
      discard.current(() => {
        setWarnWhen(false)
        leave()
      })
    navigator.push = (...to) => after(() => push(...to))
    navigator.go = (delta) => after(() => go(delta))
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => {
      Object.assign(navigator, { push, go })
      window.removeEventListener('beforeunload', warn)
    }
  }, [navigator, warnWhen, setWarnWhen])
  return null
}
