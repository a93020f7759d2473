import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { approvals } from '#contract/approvals.ts'
import type { RealtimeEvent } from '#contract/core/events.ts'
import { call } from './call.ts'
import { renewResource } from './lists.ts'
import { onMissedNews, onRealtime } from './live.ts'

/** Asks anew for everything that administrators are asked. */
export function useApprovalRenewal(): () => void {
  const client = useQueryClient()
  return useCallback(() => renewResource(client, 'approvals'), [client])
}

/** How many requests of each kind wait for an administrator; undefined until that is known. */
export const useWaitingByKind = () =>
  useQuery({
    queryKey: ['approvals', 'waiting'],
    queryFn: () => call(approvals.waiting, {}, { quiet: true }),
    refetchOnWindowFocus: 'always',
  }).data

/** A message tells of a request that is new; another event of one that waits no longer, or for somebody else. */
const isApprovalNews = (event: RealtimeEvent): boolean =>
  event.mark === 'message' || (event.mark === 'network' && event.type === 'approval')

/** How many there are together. All that is shown of them follows what other administrators do. */
export function useWaitingApprovals(): number {
  const renew = useApprovalRenewal()
  const waiting = useWaitingByKind()
  useEffect(() => onRealtime((event) => void (isApprovalNews(event) && renew())), [renew])
  useEffect(() => onMissedNews(renew), [renew])
  return waiting ? Object.values(waiting).reduce((sum, count) => sum + count, 0) : 0
}
