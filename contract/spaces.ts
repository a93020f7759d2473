import * as z from 'zod/mini'
import { CAPACITY_MAX_GB, IDENTIFIER_LENGTH, SPACE_NAME_MAX, TAG_LENGTH_MAX, TAGS_MAX, TEXT_MAX } from './limits.ts'
import { operation } from './operation.ts'
import { flags } from './policy.ts'
import { Email } from './session.ts'
import { Count, Id, keyset, Moment, Nothing, Order, pageOf } from './shapes.ts'

export const SpaceType = z.enum(['private', 'restricted', 'public'])
export const SpaceStatus = z.enum(['failed', 'pending', 'normal', 'offline'])
export const SpaceRole = z.enum(['owner', 'senior', 'normal'])
export const SpaceFlag = z.enum(flags)

/** Letters, Chinese, '-' and '_'. Digits and inner blanks pass too: no name of the field does without them (our choice). */
const SPACE_NAME = /^[\p{L}\p{N}_-]+( [\p{L}\p{N}_-]+)*$/u
const ALPHANUMERIC = /^[A-Za-z0-9]*$/

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(SPACE_NAME_MAX), z.regex(SPACE_NAME))
const introduction = z.string().check(z.maxLength(TEXT_MAX))
const tags = z
  .array(z.string().check(z.trim(), z.minLength(1), z.maxLength(TAG_LENGTH_MAX)))
  .check(z.maxLength(TAGS_MAX))
/** Capacity in GB. */
const size = z.number().check(z.int(), z.gte(1), z.lte(CAPACITY_MAX_GB))

/** Short address of a space: unique without regard to case, never changed. */
export const Identifier = z
  .string()
  .check(z.regex(ALPHANUMERIC), z.minLength(IDENTIFIER_LENGTH.min), z.maxLength(IDENTIFIER_LENGTH.max))

/** What a user fills in to get a space. Source: spec sections 3 and 5. */
export const SpaceDraft = z.object({
  name,
  identifier: Identifier,
  introduction: z.optional(introduction),
  tags: z.optional(tags),
  type: SpaceType,
  size: z.optional(size),
})

/** What can change later. `size` is an administrator's. */
export const SpaceChange = z.object({
  name: z.optional(name),
  introduction: z.optional(introduction),
  tags: z.optional(tags),
  size: z.optional(size),
})

/** A space with the caller's place in it: facts for `can`, no verdicts. Sizes in bytes but `size`, which is in GB. */
export const Space = z.object({
  id: Id,
  name: z.string(),
  identifier: z.string(),
  introduction: z.string(),
  tags: z.array(z.string()),
  type: SpaceType,
  status: SpaceStatus,
  size: Count,
  usedBytes: Count,
  fileCount: Count,
  folderCount: Count,
  memberCount: Count,
  downloads: Count,
  datasets: Count,
  owner: z.object({ personId: Id, personName: z.string() }),
  createTime: Moment,
  /** Path of the public home page. */
  homepage: z.string(),
  myRole: z.nullable(SpaceRole),
  myFlags: z.array(SpaceFlag),
})
export type Space = z.infer<typeof Space>

export const Member = z.object({
  personId: Id,
  personName: z.string(),
  emailAccounts: z.string(),
  avatar: z.string(),
  role: SpaceRole,
  joinTime: Moment,
})
export type Member = z.infer<typeof Member>

export const SpaceScope = z.enum(['mine', 'visible'])
export const SpaceSort = z.enum(['name', 'created', 'used'])

export const spaces = {
  list: operation({
    method: 'GET',
    path: '/spaces',
    summary: 'Spaces that the caller belongs to (scope=mine) or can see (scope=visible, strangers too).',
    gate: 'public',
    paging: 'keyset',
    input: z.object({
      ...keyset,
      scope: z._default(SpaceScope, 'visible'),
      q: z.optional(z.string().check(z.maxLength(100))),
      type: z.optional(SpaceType),
      tag: z.optional(z.string().check(z.maxLength(TAG_LENGTH_MAX))),
      sort: z._default(SpaceSort, 'created'),
      order: z._default(Order, 'desc'),
    }),
    data: pageOf(Space),
    errors: ['notSignedIn'],
  }),
  create: operation({
    method: 'POST',
    path: '/spaces',
    summary: 'Creates a space owned by the caller.',
    gate: 'signedIn',
    input: SpaceDraft,
    data: Space,
    errors: ['spaceCreateForbidden', 'spaceIdentifierTaken'],
  }),
  show: operation({
    method: 'GET',
    path: '/spaces/:id',
    summary: 'One space by its id or identifier.',
    gate: 'public',
    input: z.object({ id: z.string() }),
    data: Space,
    errors: ['spaceNotFound'],
  }),
  edit: operation({
    method: 'PATCH',
    path: '/spaces/:id',
    summary: 'Renames or describes a space.',
    gate: 'signedIn',
    input: z.extend(SpaceChange, { id: Id }),
    data: Space,
    errors: ['spaceNotFound', 'spaceRightMissing', 'capacityBelowUse'],
  }),
  remove: operation({
    method: 'DELETE',
    path: '/spaces/:id',
    summary: "Deletes a space with everything in it; `identifier` must repeat the space's own.",
    gate: 'signedIn',
    input: z.object({ id: Id, identifier: z.string() }),
    data: Nothing,
    errors: ['spaceNotFound', 'spaceRightMissing', 'spaceConfirmWrong'],
  }),
  checkIdentifier: operation({
    method: 'GET',
    path: '/spaces/check-identifier',
    summary: 'Tells whether an identifier is still free.',
    gate: 'signedIn',
    input: z.object({ identifier: Identifier }),
    data: z.object({ free: z.boolean() }),
    errors: [],
  }),
  members: operation({
    method: 'GET',
    path: '/spaces/:id/members',
    summary: 'Members of a space, the owner first.',
    gate: 'signedIn',
    paging: 'keyset',
    input: z.object({ id: Id, ...keyset }),
    data: pageOf(Member),
    errors: ['spaceNotFound', 'spaceForbidden'],
  }),
  addMember: operation({
    method: 'POST',
    path: '/spaces/:id/members',
    summary: 'Adds a registered user by the exact e-mail address.',
    gate: 'signedIn',
    input: z.object({ id: Id, emailAccounts: Email, role: z.enum(['senior', 'normal']) }),
    data: Member,
    errors: ['spaceNotFound', 'spaceRightMissing', 'memberUnknown', 'memberAlready'],
  }),
  setMemberRole: operation({
    method: 'PATCH',
    path: '/spaces/:id/members/:personId',
    summary: 'Changes the role of a member; the owner keeps his.',
    gate: 'signedIn',
    input: z.object({ id: Id, personId: Id, role: z.enum(['senior', 'normal']) }),
    data: Nothing,
    errors: ['spaceNotFound', 'spaceRightMissing', 'memberUnknown', 'ownerStays'],
  }),
  removeMember: operation({
    method: 'DELETE',
    path: '/spaces/:id/members/:personId',
    summary: 'Removes a member, or lets the caller leave; the owner stays.',
    gate: 'signedIn',
    input: z.object({ id: Id, personId: Id }),
    data: Nothing,
    errors: ['spaceNotFound', 'spaceRightMissing', 'memberUnknown', 'ownerStays'],
  }),
  /** The space mark of spec section 7. */
  transit: operation({
    method: 'GET',
    path: '/space/transit',
    summary: 'The id of the space that a code (id or identifier) names.',
    gate: 'signedIn',
    input: z.object({ code: z.string() }),
    data: Id,
    errors: ['spaceNotFound'],
  }),
  /** The access info of spec section 7; role 1 stranger, 2 request pending, 3 member. */
  access: operation({
    method: 'GET',
    path: '/public/ju',
    summary: "The caller's place in a space: role 1 stranger, 2 waiting for approval, 3 member.",
    gate: 'public',
    input: z.object({ url: z.string() }),
    data: z.object({
      role: z.union([z.literal(1), z.literal(2), z.literal(3)]),
      type: SpaceType,
      space: z.object({ id: Id, name: z.string(), identifier: z.string() }),
    }),
    errors: ['spaceNotFound'],
  }),
}
