import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { approvals } from '#contract/approvals.ts'
import type { RealtimeEvent } from '#contract/core/events.ts'
import { call } from './call.ts'
import { useResourceRenewal } from './lists.ts'
import { onMissedNews, onRealtime } from './live.ts'

/** Returns a function that refetches everything shown of the administrators' approval requests. */
export const useApprovalRenewal = (): (() => void) => useResourceRenewal('approvals')

/** The number of pending requests per kind; undefined until loaded. */
export const useWaitingByKind = () =>
  useQuery({
    queryKey: ['approvals', 'waiting'],
    queryFn: () => call(approvals.waiting, {}, { quiet: true, aside: true }),
    refetchOnWindowFocus: 'always',
  }).data

/** A `message` event announces a new request; an `approval` event announces that a request was answered or changed. */
const isApprovalNews = (event: RealtimeEvent): boolean =>
  event.mark === 'message' || (event.mark === 'network' && event.type === 'approval')

/** The total number of pending requests. Approval data is refetched when other administrators act. */
export function useWaitingApprovals(): number {
  const renew = useApprovalRenewal()
  const waiting = useWaitingByKind()
  useEffect(() => onRealtime((event) => void (isApprovalNews(event) && renew())), [renew])
  useEffect(() => onMissedNews(renew), [renew])
  return waiting ? Object.values(waiting).reduce((sum, count) => sum + count, 0) : 0
}
