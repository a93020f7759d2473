import * as z from 'zod/mini'
import { ApprovalKind, ApprovalState } from '#contract/approvals.ts'
import { useLayerAddress } from '../../src/widgets/use-layer-address.ts'

/** The view of the list as stored in the address. */
const View = z.object({
  tab: z.catch(z.enum(['pending', 'records']), 'pending'),
  q: z.catch(z.string(), ''),
  kind: z.catch(z.optional(ApprovalKind), undefined),
  state: z.catch(z.optional(ApprovalState), undefined),
})
type View = z.infer<typeof View>
export type Address = ReturnType<typeof useAddress>

/** The view of the list, and the request that is open above it, as stored in the address. */
export function useAddress() {
  const { layer, pathWith, close, tabPath, ...address } = useLayerAddress<View>(View)
  return {
    ...address,
    open: layer('request'),
    pathOf: (request: string) => pathWith({ request }),
    tabPath: (tab: View['tab']) => tabPath(tab === 'records' ? tab : undefined),
    close: () => close('request'),
  }
}
