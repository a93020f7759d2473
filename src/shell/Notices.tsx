import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { MINUTE_MS } from '#contract/core/time.ts'
import { type Notice, notices } from '#contract/notices.ts'
import { call } from '#providers/call.ts'
import { onRealtime } from '#providers/live.ts'
import { NoticeLines } from './NoticeLines.tsx'

const noticesKey = ['notices', 'current']

/** All open pages of a site are told at once of a change, and ask within this time, in milliseconds. */
const SPREAD_MS = 2000

/**
 * Maintenance and announcements, refetched when they were changed, and each minute, because they begin and end by
 * themselves; `first` was delivered with the page.
 */
export function Notices({ first }: { first: Notice[] }) {
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: noticesKey,
    queryFn: ({ signal }) => call(notices.current, {}, { quiet: true, aside: true, signal }),
    initialData: first,
    refetchInterval: MINUTE_MS,
    refetchOnWindowFocus: true,
  })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const renew = () => void client.invalidateQueries({ queryKey: noticesKey })
    const stop = onRealtime((event) => {
      if (event.mark !== 'network' || event.type !== 'notices') return
      clearTimeout(timer)
      timer = setTimeout(renew, SPREAD_MS * Math.random())
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [client])
  async function dismiss(id: string): Promise<void> {
    // A refusal is shown by the shell, and the line stays.
    const isDone = await call(notices.dismiss, { id }).then(
      () => true,
      () => false,
    )
    if (isDone) await client.invalidateQueries({ queryKey: noticesKey })
  }
  return <NoticeLines list={data} onDismiss={dismiss} />
}
