import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type Notice, notices } from '#contract/notices.ts'
import { call } from '#providers/call.ts'
import { onRealtime } from '#providers/live.ts'
import { NoticeLines } from './NoticeLines.tsx'
import { untilNextNotices } from './next-notices.ts'

const noticesKey = ['notices', 'current']

/** What concerns all open pages of a site happens to them at once: they ask within this time, in milliseconds. */
const SPREAD_MS = 2000

/**
 * Maintenance and announcements, refetched when they were changed, when the announced maintenance begins, and each
 * minute, because announcements begin and end by themselves; `first` was delivered with the page.
 */
export function Notices({ first }: { first: Notice[] }) {
  const client = useQueryClient()
  const [spread] = useState(() => SPREAD_MS * Math.random())
  const { data } = useQuery({
    queryKey: noticesKey,
    queryFn: ({ signal }) => call(notices.current, {}, { quiet: true, aside: true, signal }),
    initialData: first,
    refetchInterval: ({ state }) => untilNextNotices(state.data ?? first, new Date()) + spread,
    refetchOnWindowFocus: true,
  })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const renew = () => void client.invalidateQueries({ queryKey: noticesKey })
    const stop = onRealtime((event) => {
      if (event.mark !== 'network' || event.type !== 'notices') return
      clearTimeout(timer)
      timer = setTimeout(renew, spread)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [client, spread])
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
