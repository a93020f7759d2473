import * as z from 'zod/mini'
import { operation } from './core/operation.ts'
import { changerOf, flags, type Permission, type PolicyRule } from './core/policy.ts'
import { Id } from './core/shapes.ts'
import { SpaceFlag, SpaceRole } from './spaces.ts'

const someFlags = z.array(SpaceFlag).check(z.maxLength(flags.length * 2))
/** The flags of the two configurable roles; the owner has all flags. Source: spec section 3. */
export const RoleFlags = z.object({ senior: someFlags, normal: someFlags })
export type RoleFlags = z.infer<typeof RoleFlags>

const ofFiles = ['file.download', 'file.edit', 'file.delete'] as const
/**
 * Permissions that "why" explains, in the order of display; file permissions are explained for own items, others'
 * items, or one given item.
 */
export const whyGroups = {
  item: ['space.read', ...ofFiles, 'file.make'],
  reading: ['space.see', 'space.read', 'member.list', 'space.readJournal'],
  own: ofFiles,
  others: ofFiles,
  making: ['file.make'],
  members: ['member.add', 'member.edit', 'member.remove', 'space.answerJoins'],
  configuration: [
    'space.edit',
    'space.templates',
    'space.setRights',
    'space.explain',
    'space.viewAs',
    'space.setType',
    'space.askCapacity',
    'space.tidy',
    'space.resize',
    'space.transfer',
    'space.delete',
  ],
} as const satisfies Record<string, readonly Permission[]>
export const WhyGroup = z.enum(['item', 'reading', 'own', 'others', 'making', 'members', 'configuration'])
export type WhyGroup = z.infer<typeof WhyGroup>
type Asked = (typeof whyGroups)[WhyGroup][number]
const WhyPermission = z.enum([...new Set<Asked>(Object.values(whyGroups).flat())])

/** One explanation of "why": the permission, the rule that decided, and the flag that was needed. */
export const Why = z.object({
  group: WhyGroup,
  permission: WhyPermission,
  isAllowed: z.boolean(),
  /** Locale key below `policy.reasons`. */
  rule: z.enum(Object.keys(changerOf) as PolicyRule[]),
  flag: z.nullable(SpaceFlag),
})
export type Why = z.infer<typeof Why>

/** A person's permissions, the deciding rules, and who can change them. */
export const WhyAnswer = z.object({
  person: z.object({ personId: Id, personName: z.string(), role: z.nullable(SpaceRole) }),
  item: z.nullable(z.object({ name: z.string(), authorName: z.string(), isOwn: z.boolean() })),
  /** The roles, besides the owner, that may set rights, and those that may set members' roles. */
  changers: z.object({ ownerName: z.string(), rights: z.array(SpaceRole), members: z.array(SpaceRole) }),
  list: z.array(Why),
})
export type WhyAnswer = z.infer<typeof WhyAnswer>

export const rights = {
  defaults: operation({
    method: 'GET',
    path: '/common/default.spaceRole',
    gate: 'signedIn',
    input: z.object({}),
    data: RoleFlags,
    errors: [],
  }),
  setDefaults: operation({
    act: 'set',
    method: 'PUT',
    path: '/common/default.spaceRole',
    gate: 'admin',
    guard: 'session',
    input: RoleFlags,
    data: RoleFlags,
    errors: [],
  }),
  ofSpace: operation({
    method: 'GET',
    path: '/spaces/:id/rights',
    gate: 'signedIn',
    input: z.object({ id: Id }),
    data: RoleFlags,
    errors: ['spaceNotFound', 'spaceForbidden'],
  }),
  setOfSpace: operation({
    act: 'set',
    method: 'PUT',
    path: '/spaces/:id/rights',
    gate: 'signedIn',
    input: z.extend(RoleFlags, { id: Id }),
    data: RoleFlags,
    errors: ['spaceNotFound', 'spaceRightMissing', 'spaceChangesADay'],
  }),
  why: operation({
    method: 'GET',
    path: '/spaces/:id/why',
    gate: 'signedIn',
    input: z.object({ id: Id, personId: z.optional(Id), hash: z.optional(Id) }),
    data: WhyAnswer,
    errors: ['spaceNotFound', 'spaceForbidden', 'spaceRightMissing', 'memberUnknown', 'fileGone'],
  }),
}
