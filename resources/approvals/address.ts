import { useMemo } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import * as z from 'zod/mini'
import { ApprovalKind, ApprovalState } from '#contract/approvals.ts'

/** What the address may say of the list; anything else in it is ignored. */
const View = z.object({
  tab: z.catch(z.enum(['pending', 'records']), 'pending'),
  q: z.catch(z.string(), ''),
  kind: z.catch(z.optional(ApprovalKind), undefined),
  state: z.catch(z.optional(ApprovalState), undefined),
})
type View = z.infer<typeof View>
export type Address = ReturnType<typeof useAddress>

/** The view of the list and the request that is open above it, kept in the address: Back closes, a copied link opens the same. */
export function useAddress() {
  const [params, setParams] = useSearchParams()
  const { state } = useLocation()
  const navigate = useNavigate()
  const view = useMemo(() => View.parse(Object.fromEntries(params)), [params])

  function withChange(change: Record<string, string | undefined>): URLSearchParams {
    const next = new URLSearchParams(params)
    for (const [name, value] of Object.entries(change)) value ? next.set(name, value) : next.delete(name)
    return next
  }
  return {
    view,
    open: params.get('request') ?? undefined,
    setView: (change: Partial<View>) => setParams(withChange(change), { replace: 'q' in change }),
    clear: () => setParams(withChange({ q: undefined, kind: undefined, state: undefined })),
    pathOf: (request: string) => ({ search: String(withChange({ request })) }),
    tabPath: (tab: View['tab']) => ({ search: String(new URLSearchParams(tab === 'records' ? { tab } : {})) }),
    /** Goes back to where it was opened from; without such a place it only leaves the address. */
    close: () => {
      const isOpened = typeof state === 'object' && state !== null && 'isLayer' in state
      if (isOpened) void navigate(-1)
      else setParams(withChange({ request: undefined }), { replace: true })
    },
  }
}
