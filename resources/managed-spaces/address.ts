import dayjs from 'dayjs'
import * as z from 'zod/mini'
import { AuditAction } from '#contract/audit.ts'
import { Id, Order } from '#contract/core/shapes.ts'
import { managedSpaces } from '#contract/managed-spaces.ts'
import { SpaceStatus, SpaceType } from '#contract/spaces.ts'
import { useLayerAddress } from '../../src/widgets/use-layer-address.ts'

export const sorts = ['created', 'name', 'used', 'members'] as const
const maybe = <T extends z.ZodMiniType>(schema: T) => z.catch(z.optional(schema), undefined)

/** The view of the page as stored in the address. */
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
  /** Used by the records tab only. */
  action: maybe(AuditAction),
})
export type View = z.infer<typeof View>
export type Address = ReturnType<typeof useAddress>

/** Converts days in the reader's time zone to timestamps; the last day is included to its end. */
export const spanOf = ({ from, to }: Pick<View, 'from' | 'to'>) => ({
  ...(from && { from: dayjs(from).toISOString() }),
  ...(to && { to: dayjs(to).add(1, 'day').toISOString() }),
})

/** Converts the filters of the list to the call's input. */
export const askedOf = ({ q, type, status, tag, ownerId, isNearlyFull, ...span }: View) => ({
  ...(q && { q }),
  ...(type && { type }),
  ...(status && { status }),
  ...(tag && { tag }),
  ...(ownerId && { ownerId }),
  ...(isNearlyFull && { isNearlyFull }),
  ...spanOf(span),
})

/** The view of the page, and the space that is open above it, as stored in the address. */
export function useAddress() {
  const { layer, pathWith, close, tabPath, ...address } = useLayerAddress<View>(View)
  return {
    ...address,
    open: layer('space'),
    pathOf: (space: string) => pathWith({ space }),
    tabPath: (tab: View['tab']) => tabPath(tab === 'records' ? tab : undefined),
    close: () => close('space'),
  }
}
