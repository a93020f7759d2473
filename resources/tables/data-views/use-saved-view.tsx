import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dataViews } from '#contract/data-views.ts'
import { call } from '#providers/call.ts'
import { newRequestId } from '#providers/request-id.ts'
import { QueryProgress } from './query-progress.tsx'

type Options = { enabled?: boolean; staleTime?: number }

/**
 * A saved view. The first look at a new or changed file takes its time: `progress` shows how far it is, and stops it;
 * so does leaving the page.
 */
export function useSavedView(spaceId: string, viewId: string, options: Options = {}) {
  const [requestId] = useState(newRequestId)
  const query = useQuery({
    queryKey: ['dataViews', spaceId, 'one', viewId],
    queryFn: ({ signal }) => call(dataViews.show, { spaceId, id: viewId }, { quiet: true, signal, requestId }),
    ...options,
  })
  return { ...query, progress: <QueryProgress reqId={requestId} /> }
}
