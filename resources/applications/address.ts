import * as z from 'zod/mini'
import { useLayerAddress } from '../../src/widgets/use-layer-address.ts'

export const tabs = ['applications', 'apis'] as const

/** The view of the page as stored in the address. */
const View = z.object({
  tab: z.catch(z.enum(tabs), 'applications'),
  q: z.catch(z.string().check(z.maxLength(100)), ''),
  isOnline: z.catch(z.optional(z.enum(['true', 'false'])), undefined),
})
type View = z.infer<typeof View>

/** The filters of a view; those that are not set are left out. */
export const filtersOf = ({ q, isOnline }: View) => ({ ...(q && { q }), ...(isOnline && { isOnline }) })

const Panel = z.enum(['create', 'edit'])
type Layer = { application?: string; panel?: z.infer<typeof Panel> }
export type Address = ReturnType<typeof useAddress>

/** The view of the page, and the application above it, as stored in the address. */
export function useAddress() {
  const { layer, pathWith, close, tabPath, ...address } = useLayerAddress<View>(View)
  const panel = Panel.safeParse(layer('panel')).data
  return {
    ...address,
    application: layer('application'),
    panel,
    tabPath: (tab: View['tab']) => tabPath(tab === 'applications' ? undefined : tab),
    layerPath: (over: Layer) => pathWith({ application: undefined, panel: undefined, ...over }),
    open: (over: Layer) => address.open({ application: undefined, panel: undefined, ...over }),
    close: () => (panel === 'edit' ? close('panel') : close('panel', 'application')),
  }
}
