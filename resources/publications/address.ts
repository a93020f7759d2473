import * as z from 'zod/mini'
import { PublicationState } from '#contract/publications/dataset.ts'
import { useLayerAddress } from '../../src/widgets/use-layer-address.ts'
import { STEPS, type Step } from './steps.ts'

/** The view of a list as stored in the address; the queue is for reviewers, transfers are for administrators. */
export const PublicationTab = z.enum([...PublicationState.options, 'queue', 'transfers'])
export type PublicationTab = z.infer<typeof PublicationTab>
const View = z.object({
  tab: z.catch(z.optional(PublicationTab), undefined),
  state: z.catch(z.optional(PublicationState), undefined),
  q: z.catch(z.string(), ''),
})
type View = z.infer<typeof View>
export type Address = ReturnType<typeof useAddress>

/** The page on which a draft is filled in, at one of its steps. */
export const wizardPath = (spaceId: string, draft?: string, step?: Step): string =>
  `/space/${spaceId}/newPublic${draft ? `?draft=${draft}` : ''}${draft && step ? `&step=${step}` : ''}`
/** The step of the wizard in the address. */
export const WizardStep = z.catch(z.enum(STEPS), 'type')

/** The view of a list, and the version that is open above it. */
export function useAddress() {
  const { layer, pathWith, close, ...address } = useLayerAddress<View>(View)
  return {
    ...address,
    shown: layer('open'),
    layerPath: (id: string) => pathWith({ open: id }),
    close: () => close('open'),
  }
}
