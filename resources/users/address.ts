import * as z from 'zod/mini'
import { Order } from '#contract/core/shapes.ts'
import { Role } from '#contract/session.ts'
import { UserSort, UserStateFilter, UserStatus } from '#contract/users.ts'
import { useLayerAddress } from '../../src/widgets/use-layer-address.ts'

/** The view of the list as stored in the address. */
const View = z.object({
  q: z.catch(z.string(), ''),
  role: z.catch(z.optional(Role), undefined),
  state: z.catch(z.optional(UserStateFilter), undefined),
  status: z.catch(z.optional(UserStatus), undefined),
  online: z.catch(z.optional(z.literal('true')), undefined),
  sort: z.catch(UserSort, 'created'),
  order: z.catch(Order, 'desc'),
})
type View = z.infer<typeof View>
export type Filters = Pick<View, 'q' | 'role' | 'state' | 'status' | 'online'>

const Panel = z.enum(['create', 'edit', 'import', 'invitations', 'certificates'])
/** The layer above the list: an account (`user`) or one of the panels. */
type Layer = { user?: string; panel?: z.infer<typeof Panel> }

export type Address = ReturnType<typeof useAddress>

/** The view of the list, and the layer above it, as stored in the address. */
export function useAddress() {
  const { layer, pathWith, close, ...address } = useLayerAddress<View>(View)
  const panel = Panel.safeParse(layer('panel')).data
  return {
    ...address,
    user: layer('user'),
    panel,
    layerPath: ({ user, panel: over }: Layer) => pathWith({ user, panel: over }),
    open: ({ user, panel: over }: Layer) => address.open({ user, panel: over }),
    close: () => (panel === 'edit' ? close('panel') : close('panel', 'user')),
  }
}
