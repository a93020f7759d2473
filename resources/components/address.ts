import * as z from 'zod/mini'
import { useLayerAddress } from '../../src/widgets/use-layer-address.ts'

export const tabs = ['installed', 'market', 'categories'] as const
const maybe = z.catch(z.optional(z.string().check(z.maxLength(100))), undefined)

/** The view of the page as stored in the address. */
const View = z.object({
  tab: z.catch(z.enum(tabs), 'installed'),
  q: z.catch(z.string().check(z.maxLength(100)), ''),
  category: maybe,
  suffix: maybe,
})
export type View = z.infer<typeof View>
export type Address = ReturnType<typeof useAddress>

/** The view of the page, and the component that is being installed or edited above it, as stored in the address. */
export function useAddress() {
  const { layer, pathWith, close, tabPath, ...address } = useLayerAddress<View>(View)
  return {
    ...address,
    installing: layer('install'),
    editing: layer('edit'),
    installPath: (install: string) => pathWith({ install }),
    editPath: (edit: string) => pathWith({ edit }),
    tabPath: (tab: View['tab']) => tabPath(tab === 'installed' ? undefined : tab),
    categoryPath: (category: string) => ({ search: String(new URLSearchParams({ tab: 'market', category })) }),
    close: () => close('install', 'edit'),
  }
}
