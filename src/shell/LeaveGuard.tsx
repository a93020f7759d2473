import { useWarnAboutChange } from '@refinedev/core'
import { useContext, useEffect, useRef } from 'react'
import { UNSAFE_NavigationContext as NavigationContext, useLocation } from 'react-router'
import { knownUser } from '#providers/session.ts'
import { lossOfLeaving } from '../widgets/Unsaved.tsx'
import { useDiscard } from '../widgets/use-discard.ts'

/** The position that the router gives each of its history entries; null for one of another origin, like a fragment. */
const positionOf = (state: { idx?: number } | null): number | null => state?.idx ?? null
/** Hears of Back and Forward before the router, whose listener is added later: browsers call those of a window in turn. */
let beforeRouter: ((event: PopStateEvent) => void) | null = null
addEventListener('popstate', (event) => beforeRouter?.(event))

const addressOf = ({ pathname, search }: { pathname: string; search: string }) => pathname + search

/**
 * Asks before a page with unsaved changes is left, by links and buttons of the console and by Back and Forward. Of a
 * window that closes or reloads only the browser can ask.
 */
export function LeaveGuard() {
  const location = useLocation()
  const { pathname } = location
  const { warnWhen, setWarnWhen } = useWarnAboutChange()
  const { navigator } = useContext(NavigationContext)
  const asking = useDiscard()
  const discard = useRef(asking)
  discard.current = asking
  /** Where the shown page is in the history: when the browser tells of Back, it has gone already. */
  const here = useRef({ address: '', position: null as number | null })
  useEffect(() => {
    here.current = { address: addressOf(location), position: positionOf(history.state) }
  }, [location])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page begins without changes
  useEffect(() => () => setWarnWhen(false), [pathname])
  const isWarning = useRef(false)
  isWarning.current = warnWhen ?? false
  useEffect(() => {
    const { push, go } = navigator
    /** The console itself goes through the history, as a drawer that closes after saving does: nobody is asked. */
    let isOwnStep = false
    const step = (delta: number) => {
      isOwnStep = true
      go(delta)
    }
    /** The steps of Back or Forward that are to be asked about once the page's own entry is back; 0 for none. */
    let steps = 0
    const after = (leave: () => void) => {
      if (!isWarning.current) return leave()
      discard.current(() => {
        setWarnWhen(false)
        leave()
      }, lossOfLeaving())
    }
    navigator.push = (...to) => after(() => push(...to))
    navigator.go = (delta) => after(() => step(delta))
    // The browser can't be kept from going: the page's entry is returned to before the router hears of it.
    beforeRouter = (event) => {
      const isOwn = isOwnStep
      isOwnStep = false
      const { address, position } = here.current
      const target = positionOf(event.state)
      if (isOwn || !isWarning.current || position === null || target === null) return
      const isBack = target === position
      if (!isBack && addressOf(window.location) === address) return
      event.stopImmediatePropagation()
      if (!isBack) {
        steps = target - position
        return go(-steps)
      }
      const wanted = steps
      steps = 0
      if (wanted) after(() => step(wanted))
    }
    return () => {
      Object.assign(navigator, { push, go })
      beforeRouter = null
    }
  }, [navigator, setWarnWhen])
  useEffect(() => {
    if (!warnWhen) return
    // The end of a session leads to sign-in without a question: nothing can be saved here any more.
    const warn = (event: BeforeUnloadEvent) => {
      if (knownUser()) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [warnWhen])
  return null
}
