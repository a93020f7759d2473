import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { approvals } from '#contract/approvals.ts'
import { call } from '#providers/call.ts'
import { onMissedNews, onRealtime } from '#providers/live.ts'

const waitingKey = ['approvals', 'waiting']
/** Where Refine keeps the lists of this resource. */
const listsKey = ['data', 'default', 'approvals']
export const approvalKey = (id: string) => ['approvals', 'one', id]

/** Asks anew for everything that administrators are asked. */
export function useApprovalRenewal(): () => void {
  const client = useQueryClient()
  return useCallback(() => {
    void client.invalidateQueries({ queryKey: listsKey })
    void client.invalidateQueries({ queryKey: ['approvals'] })
  }, [client])
}

/** How many requests wait for an administrator. A message tells of each new one; what others answered shows on the next look. */
export function useWaitingApprovals(): number {
  const renew = useApprovalRenewal()
  const { data } = useQuery({
    queryKey: waitingKey,
    queryFn: () => call(approvals.waiting, {}, { quiet: true }),
    refetchOnWindowFocus: 'always',
  })
  useEffect(() => onRealtime((event) => void (event.mark === 'message' && renew())), [renew])
  useEffect(() => onMissedNews(renew), [renew])
  return data ? Object.values(data).reduce((sum, count) => sum + count, 0) : 0
}
