import dayjs from 'dayjs'
import { useMemo } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import * as z from 'zod/mini'
import { AuditAction } from '#contract/audit.ts'
import { managedSpaces } from '#contract/managed-spaces.ts'
import { Id, Order } from '#contract/shapes.ts'
import { SpaceStatus, SpaceType } from '#contract/spaces.ts'

export const sorts = ['created', 'name', 'used', 'members'] as const
const maybe = <T extends z.ZodMiniType>(schema: T) => z.catch(z.optional(schema), undefined)

/** What the address may say of the page; anything else in it is ignored. */
const View = z.object({
  tab: z.catch(z.enum(['all', 'records']), 'all'),
  q: z.catch(z.string(), ''),
  type: maybe(SpaceType),
  status: maybe(SpaceStatus),
  tag: maybe(managedSpaces.list.input.shape.tag),
  ownerId: maybe(Id),
  isNearlyFull: maybe(z.literal('true')),
  from: maybe(z.iso.date()),
  to: maybe(z.iso.date()),
  sort: z.catch(z.enum(sorts), 'created'),
  order: z.catch(Order, 'desc'),
  /** Of the records only. */
  action: maybe(AuditAction),
})
export type View = z.infer<typeof View>
export type Address = ReturnType<typeof useAddress>

/** Days of the reader as moments, the last one to its end. */
export const spanOf = ({ from, to }: Pick<View, 'from' | 'to'>) => ({
  ...(from && { from: dayjs(from).toISOString() }),
  ...(to && { to: dayjs(to).add(1, 'day').toISOString() }),
})

/** The filters of the list as they are asked. */
export const askedOf = ({ q, type, status, tag, ownerId, isNearlyFull, ...span }: View) => ({
  ...(q && { q }),
  ...(type && { type }),
  ...(status && { status }),
  ...(tag && { tag }),
  ...(ownerId && { ownerId }),
  ...(isNearlyFull && { isNearlyFull }),
  ...spanOf(span),
})

/** The view of the page and the space that is open above it, kept in the address: Back closes, a copied link opens the same. */
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
    open: params.get('space') ?? undefined,
    /** Typing replaces the entry of the history, everything else adds one. */
    setView: (change: Partial<View>) => setParams(withChange(change), { replace: 'q' in change }),
    clear: () => setParams(new URLSearchParams(view.tab === 'records' ? { tab: view.tab } : {})),
    pathOf: (space: string) => ({ search: String(withChange({ space })) }),
    tabPath: (tab: View['tab']) => ({ search: String(new URLSearchParams(tab === 'records' ? { tab } : {})) }),
    /** Goes back to where it was opened from; without such a place it only leaves the address. */
    close: () => {
      const isOpened = typeof state === 'object' && state !== null && 'isLayer' in state
      if (isOpened) void navigate(-1)
      else setParams(withChange({ space: undefined }), { replace: true })
    },
  }
}
