import * as z from 'zod/mini'
import { STATUS_CHANGES_MAX, TAG_LENGTH_MAX } from './core/limits.ts'
import { operation } from './core/operation.ts'
import {
  Count,
  Id,
  keyset,
  Nothing,
  Order,
  Outcomes,
  pageOf,
  Reason,
  Timestamp,
  TimestampInput,
} from './core/shapes.ts'
import { CapacityGb, SpaceStatus, SpaceType } from './spaces.ts'

/** A space as administrators see it: its properties, not its files. */
export const ManagedSpace = z.object({
  id: Id,
  name: z.string(),
  identifier: z.string(),
  introduction: z.string(),
  tags: z.array(z.string()),
  type: SpaceType,
  status: SpaceStatus,
  reason: z.string(),
  /** A legal hold is on it. */
  isHeld: z.boolean(),
  owner: z.object({ personId: Id, personName: z.string(), emailAccounts: z.string() }),
  /** Capacity in GB. */
  size: Count,
  usedBytes: Count,
  fileCount: Count,
  memberCount: Count,
  downloads: Count,
  createTime: Timestamp,
})
export type ManagedSpace = z.infer<typeof ManagedSpace>

const filters = {
  /** Search text for the name, the identifier, and the owner's name and address. */
  q: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  type: z.optional(SpaceType),
  status: z.optional(SpaceStatus),
  tag: z.optional(z.string().check(z.maxLength(TAG_LENGTH_MAX))),
  ownerId: z.optional(Id),
  /** Only spaces that use more than 80 % of their capacity. */
  isNearlyFull: z.optional(z.stringbool()),
  from: z.optional(TimestampInput),
  to: z.optional(TimestampInput),
}
const admin = { gate: 'admin', guard: 'session' } as const

export const managedSpaces = {
  list: operation({
    ...admin,
    method: 'GET',
    path: '/common/all',
    paging: 'keyset',
    input: z.object({
      ...keyset,
      ...filters,
      sort: z._default(z.enum(['created', 'name', 'used', 'members']), 'created'),
      order: z._default(Order, 'desc'),
    }),
    data: pageOf(ManagedSpace),
    errors: [],
  }),
  show: operation({
    ...admin,
    method: 'GET',
    path: '/common/space/:id',
    input: z.object({ id: Id }),
    data: ManagedSpace,
    errors: ['spaceNotFound'],
  }),
  export: operation({
    ...admin,
    method: 'GET',
    path: '/common/all/export',
    answers: 'bytes',
    input: z.object(filters),
    data: Nothing,
    errors: [],
  }),
  setOwner: operation({
    act: 'set',
    ...admin,
    method: 'POST',
    path: '/common/space/:id/owner',
    input: z.object({ id: Id, personId: Id }),
    data: ManagedSpace,
    errors: ['spaceNotFound', 'receiverWrong'],
  }),
  setCapacity: operation({
    act: 'set',
    ...admin,
    method: 'POST',
    path: '/common/sp.capacity',
    input: z.object({ id: Id, size: CapacityGb }),
    data: ManagedSpace,
    errors: ['spaceNotFound', 'capacityBelowUse'],
  }),
  enter: operation({
    ...admin,
    method: 'POST',
    path: '/common/enterSpace',
    input: z.object({ id: Id }),
    data: Nothing,
    errors: ['spaceNotFound', 'memberAlready'],
  }),
  setStatus: operation({
    act: 'set',
    ...admin,
    method: 'POST',
    path: '/common/upDown',
    input: z.object({
      ids: z.array(Id).check(z.minLength(1), z.maxLength(STATUS_CHANGES_MAX)),
      isOnline: z.boolean(),
      reason: z._default(Reason, ''),
    }),
    data: Outcomes,
    errors: ['opinionNeeded', 'spaceStatusWrong'],
  }),
}
