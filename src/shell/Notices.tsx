import { useQuery, useQueryClient } from '@tanstack/react-query'
import { MINUTE_MS } from '#contract/core/time.ts'
import { type Notice, notices } from '#contract/notices.ts'
import { call } from '#providers/call.ts'
import { NoticeLines } from './NoticeLines.tsx'

const noticesKey = ['notices', 'current']

/** Maintenance and announcements, refetched each minute; `first` was delivered with the page. */
export function Notices({ first }: { first: Notice[] }) {
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: noticesKey,
    queryFn: ({ signal }) => call(notices.current, {}, { quiet: true, aside: true, signal }),
    initialData: first,
    refetchInterval: MINUTE_MS,
    refetchOnWindowFocus: true,
  })
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
