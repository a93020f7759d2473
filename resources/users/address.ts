import { useMemo } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import * as z from 'zod/mini'
import { Role } from '#contract/session.ts'
import { Order } from '#contract/shapes.ts'
import { UserSort, UserState, UserStatus } from '#contract/users.ts'

/** What the address may say of the list; anything else in it is ignored. */
const View = z.object({
  q: z.catch(z.string(), ''),
  role: z.catch(z.optional(Role), undefined),
  state: z.catch(z.optional(UserState), undefined),
  status: z.catch(z.optional(UserStatus), undefined),
  online: z.catch(z.optional(z.literal('true')), undefined),
  sort: z.catch(UserSort, 'created'),
  order: z.catch(Order, 'desc'),
})
type View = z.infer<typeof View>
export type Filters = Pick<View, 'q' | 'role' | 'state' | 'status' | 'online'>

const Panel = z.enum(['create', 'edit', 'import', 'invitations'])
/** What lies above the list: an account (`user`), or one of the panels. */
type Layer = { user?: string; panel?: z.infer<typeof Panel> }

export type Address = ReturnType<typeof useAddress>

/** The view of the list and what is open above it, kept in the address: Back closes, a copied link opens the same. */
export function useAddress() {
  const [params, setParams] = useSearchParams()
  const { state } = useLocation()
  const navigate = useNavigate()
  const view = useMemo(() => View.parse(Object.fromEntries(params)), [params])
  const panel = Panel.safeParse(params.get('panel')).data

  function withChange(change: Record<string, string | undefined>): URLSearchParams {
    const next = new URLSearchParams(params)
    for (const [name, value] of Object.entries(change)) value ? next.set(name, value) : next.delete(name)
    return next
  }
  const layerPath = ({ user, panel: over }: Layer) => ({ search: String(withChange({ user, panel: over })) })

  return {
    view,
    user: params.get('user') ?? undefined,
    panel,
    /** Typing replaces the entry of the history, everything else adds one. */
    setView: (change: Partial<View>) => setParams(withChange(change), { replace: 'q' in change }),
    clear: () => setParams(new URLSearchParams()),
    layerPath,
    open: (layer: Layer) => navigate(layerPath(layer), { state: { isLayer: true } }),
    /** Goes back to where it was opened from; without such a place it only leaves the address. */
    close: () => {
      const isOpened = typeof state === 'object' && state !== null && 'isLayer' in state
      if (isOpened) void navigate(-1)
      else setParams(withChange({ panel: undefined, ...(panel !== 'edit' && { user: undefined }) }), { replace: true })
    },
  }
}
