import * as z from 'zod/mini'
import { Order } from '#contract/core/shapes.ts'
import { InstrumentSort, InstrumentState, type SiteInstrument } from '#contract/instruments.ts'
import { spacePath } from '#contract/pages/paths.ts'
import { useLayerAddress } from '../../src/widgets/use-layer-address.ts'

/** The view of a list as stored in the address. */
const View = z.object({
  q: z.catch(z.string(), ''),
  state: z.catch(z.optional(InstrumentState), undefined),
  isDue: z.catch(z.optional(z.literal('true')), undefined),
  sort: z.catch(InstrumentSort, 'name'),
  order: z.catch(Order, 'asc'),
})
type View = z.infer<typeof View>

/** The filters of a view; those that are not set are left out. */
export const filtersOf = ({ q, state, isDue }: View) => ({
  ...(q && { q }),
  ...(state && { state }),
  ...(isDue && { isDue }),
})

export const spaceInstrumentsPath = (spaceId: string) => spacePath(spaceId, 'instruments')
export const pathOfInstrument = ({ id, space }: SiteInstrument) => `${spaceInstrumentsPath(space.id)}?instrument=${id}`

const Panel = z.enum(['create', 'edit'])
/** The layer above a list: an instrument, which may be edited, or a new one. */
type Layer = { instrument?: string; panel?: z.infer<typeof Panel> }
export type Address = ReturnType<typeof useAddress>

/** The view of a list, and the layer above it, as stored in the address. */
export function useAddress() {
  const { layer, pathWith, close, ...address } = useLayerAddress<View>(View)
  const { view, setView } = address
  const panel = Panel.safeParse(layer('panel')).data
  return {
    ...address,
    instrument: layer('instrument'),
    panel,
    /** Sorts by another column, or the other way round by the same one. */
    sortBy: (by: string) =>
      setView({ sort: InstrumentSort.parse(by), order: view.sort === by && view.order === 'asc' ? 'desc' : 'asc' }),
    layerPath: (over: Layer) => pathWith({ instrument: undefined, panel: undefined, ...over }),
    open: (over: Layer) => address.open({ instrument: undefined, panel: undefined, ...over }),
    close: () => (panel === 'edit' ? close('panel') : close('panel', 'instrument')),
  }
}
