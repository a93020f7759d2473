import { useEffect } from 'react'
import { loadCalls } from './calls.ts'

/** Access role of a person with a pending request to join. */
const ASKING = 2

/**
 * Reloads the page of a user whose request to join was answered: on the realtime event, and by asking when the page is
 * shown again, in case the event was missed. Does nothing for a null space.
 */
export function useRequestNews(spaceId: string | null, emailAccounts: string): void {
  useEffect(() => {
    if (!spaceId) return
    const stops: (() => void)[] = []
    let isOver = false
    const look = async () => {
      const [{ ask }, { spaces }] = await Promise.all([loadCalls(), import('#contract/spaces.ts')])
      const { role } = await ask(spaces.access, { url: spaceId })
      if (role !== ASKING && !isOver) location.reload()
    }
    // A failed lookup is repeated at the next occasion.
    const lookUp = () => void look().catch(() => undefined)
    const returned = () => document.visibilityState === 'visible' && lookUp()
    document.addEventListener('visibilitychange', returned)
    addEventListener('focus', lookUp)
    const listen = async () => {
      const { onMissedNews, onRealtime, openChannel } = await import('#providers/live.ts')
      if (isOver) return
      stops.push(
        onRealtime(({ mark }) => mark === 'message' && lookUp()),
        onMissedNews(lookUp),
      )
      openChannel(emailAccounts)
    }
    void listen().catch(() => undefined)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', returned)
      removeEventListener('focus', lookUp)
      for (const stop of stops) stop()
    }
  }, [spaceId, emailAccounts])
}
