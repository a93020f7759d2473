import * as z from 'zod/mini'
import {
  CAPACITY_MAX_GB,
  IDENTIFIER_LENGTH,
  PICTURE_TEXT_MAX,
  SEARCH_TEXT_MAX,
  SPACE_NAME_MAX,
  TAG_LENGTH_MAX,
  TAGS_MAX,
  TEXT_MAX,
} from './core/limits.ts'
import { operation } from './core/operation.ts'
import { flags } from './core/policy.ts'
import { Count, Id, keyset, Nothing, Order, pageOf, Reason, Timestamp } from './core/shapes.ts'

export const SpaceType = z.enum(['private', 'restricted', 'public'])
export const SpaceStatus = z.enum(['failed', 'pending', 'normal', 'offline'])
export const SpaceRole = z.enum(['owner', 'senior', 'normal'])
/** Roles that can be assigned to members; ownership is transferred instead. */
export const GivenRole = z.enum(['senior', 'normal'])
export type GivenRole = z.infer<typeof GivenRole>
export const SpaceFlag = z.enum(flags)

/**
 * Letters, Chinese, '-' and '_'. Digits and inner blanks are allowed too, because real names need them (our choice).
 */
const SPACE_NAME = /^[\p{L}\p{N}_-]+( [\p{L}\p{N}_-]+)*$/u
const ALPHANUMERIC = /^[A-Za-z0-9]*$/

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(SPACE_NAME_MAX), z.regex(SPACE_NAME))

const introduction = z.string().check(z.maxLength(TEXT_MAX))
/** One line of visible text: no control or format characters except the joiners that scripts and emoji need. */
const ONE_LINE = /^(?:[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|\u200c|\u200d)*$/u
export const Tag = z.string().check(z.trim(), z.minLength(1), z.maxLength(TAG_LENGTH_MAX), z.regex(ONE_LINE))
const tags = z.array(Tag).check(z.maxLength(TAGS_MAX))
/** Capacity in GB: a whole number up to 10 T. */
export const CapacityGb = z.number().check(z.int(), z.gte(1), z.lte(CAPACITY_MAX_GB))

/** Short address of a space: unique, case-insensitive, never changed. */
export const Identifier = z
  .string()
  .check(z.regex(ALPHANUMERIC), z.minLength(IDENTIFIER_LENGTH.min), z.maxLength(IDENTIFIER_LENGTH.max))

/** Identifiers that are reserved because routes behind `/spaces/` and `/space/` use these words. */
const RESERVED = new Set(
  `tags version transit getcomponent tasks shares versions versionrule importlist previewdata getfiledata addfiledata
  templates vocabularies`.split(/\s+/),
)
/** Whether an identifier is reserved: a space with it could not be reached. */
export const isReserved = (identifier: string): boolean => RESERVED.has(identifier.toLowerCase())

/** An uploaded picture: a `data:` URL, '' for none. */
export const Picture = z
  .string()
  .check(z.maxLength(PICTURE_TEXT_MAX), z.regex(/^$|^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/]+=*$/))

/** The form for a new space. Source: spec sections 3 and 5. */
export const SpaceDraft = z.object({
  name,
  identifier: Identifier,
  introduction: z.optional(introduction),
  tags: z.optional(tags),
  type: SpaceType,
  size: z.optional(CapacityGb),
  /** The page crops it to 370x230; without a cover the space shows a generated pattern. */
  cover: z.optional(Picture),
  /** Reason for the administrator who approves the space. */
  reason: z.optional(Reason),
})

/** Properties that can be changed later; `size` only by an administrator. */
export const SpaceChange = z.object({
  name: z.optional(name),
  introduction: z.optional(introduction),
  tags: z.optional(tags),
  size: z.optional(CapacityGb),
  /** '' removes the cover. */
  cover: z.optional(Picture),
})

/** The caller's relation to a space, as numbers in `/public/ju`: 1 not joined, 2 pending approval, 3 joined. */
export const JoinState = z.enum(['none', 'pending', 'joined'])
export type JoinState = z.infer<typeof JoinState>

/**
 * A space with the caller's role in it: the context that `can` needs, not verdicts. Sizes in bytes except `size`, which
 * is in GB.
 */
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
  /** Datasets of which a version is published by this site. */
  datasets: Count,
  owner: z.object({ personId: Id, personName: z.string() }),
  createTime: Timestamp,
  /** Address of the cover; '' when there is none. */
  cover: z.string(),
  /** Number of views of the space's page. */
  views: Count,
  /** Why the space was rejected or taken offline; '' for callers who must not see it. */
  reason: z.string(),
  /** A legal hold is on it; false for callers who must not know. */
  isHeld: z.boolean(),
  /** Path of the public home page. */
  homepage: z.string(),
  joinState: JoinState,
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
  joinTime: Timestamp,
  /** A program admitted by administrators, with its own flags. */
  isApplication: z.optional(z.literal(true)),
})
export type Member = z.infer<typeof Member>

export const SpaceScope = z.enum(['mine', 'visible', 'others'])
/** `hot`: by views, downloads and joins of the last week. */
export const SpaceSort = z.enum(['hot', 'name', 'created', 'used', 'members'])

export const spaces = {
  list: operation({
    method: 'GET',
    path: '/spaces',
    gate: 'public',
    paging: 'keyset',
    input: z.object({
      ...keyset,
      scope: z._default(SpaceScope, 'visible'),
      q: z.optional(z.string().check(z.maxLength(SEARCH_TEXT_MAX))),
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
    gate: 'signedIn',
    input: SpaceDraft,
    data: Space,
    errors: [
      'spaceCreateForbidden',
      'spaceSizeForbidden',
      'spaceIdentifierTaken',
      'spacesADay',
      'imageInvalid',
      'picturesADay',
      'tooManyRequests',
      'busy',
    ],
  }),
  show: operation({
    method: 'GET',
    path: '/spaces/:id',
    gate: 'public',
    input: z.object({ id: z.string() }),
    data: Space,
    errors: ['spaceNotFound'],
  }),
  edit: operation({
    method: 'PATCH',
    path: '/spaces/:id',
    gate: 'signedIn',
    input: z.extend(SpaceChange, { id: Id }),
    data: Space,
    errors: [
      'spaceNotFound',
      'spaceRightMissing',
      'capacityBelowUse',
      'imageInvalid',
      'picturesADay',
      'tooManyRequests',
      'busy',
    ],
  }),
  setType: operation({
    act: 'set',
    method: 'PUT',
    path: '/spaces/:id/type',
    gate: 'signedIn',
    input: z.object({ id: Id, type: SpaceType }),
    data: Space,
    errors: ['spaceNotFound', 'spaceRightMissing', 'spaceChangesADay'],
  }),
  resend: operation({
    method: 'POST',
    path: '/spaces/:id/resend',
    gate: 'signedIn',
    input: z.extend(SpaceChange, { id: Id, type: z.optional(SpaceType), reason: z.optional(Reason) }),
    data: Space,
    errors: [
      'spaceNotFound',
      'spaceRightMissing',
      'spaceNotFailed',
      'spaceCreateForbidden',
      'spaceSizeForbidden',
      'imageInvalid',
      'picturesADay',
      'tooManyRequests',
      'busy',
    ],
  }),
  transfer: operation({
    method: 'POST',
    path: '/spaces/:id/transfer',
    gate: 'signedIn',
    guard: 'session',
    input: z.object({ id: Id, personId: Id, identifier: z.string() }),
    data: Space,
    errors: ['spaceNotFound', 'spaceRightMissing', 'spaceConfirmWrong', 'memberUnknown', 'receiverWrong'],
  }),
  tags: operation({
    method: 'GET',
    path: '/spaces/tags',
    gate: 'public',
    input: z.object({}),
    data: z.array(z.object({ tag: z.string(), count: Count })),
    errors: [],
  }),
  remove: operation({
    act: 'delete',
    method: 'DELETE',
    path: '/spaces/:id',
    gate: 'signedIn',
    input: z.object({ id: Id, identifier: z.string() }),
    data: Nothing,
    errors: ['spaceNotFound', 'spaceRightMissing', 'spaceConfirmWrong', 'legalHold'],
  }),
  checkIdentifier: operation({
    method: 'GET',
    path: '/spaces/check-identifier',
    gate: 'signedIn',
    input: z.object({ identifier: Identifier }),
    data: z.object({ free: z.boolean() }),
    errors: [],
  }),
  members: operation({
    method: 'GET',
    path: '/spaces/:id/members',
    gate: 'signedIn',
    paging: 'keyset',
    input: z.object({ id: Id, ...keyset, q: z.optional(z.string().check(z.trim(), z.maxLength(100))) }),
    data: pageOf(Member),
    errors: ['spaceNotFound', 'spaceForbidden'],
  }),
  setMemberRole: operation({
    act: 'set',
    method: 'PATCH',
    path: '/spaces/:id/members/:personId',
    gate: 'signedIn',
    input: z.object({ id: Id, personId: Id, role: GivenRole }),
    data: Nothing,
    errors: [
      'spaceNotFound',
      'spaceRightMissing',
      'memberUnknown',
      'ownerStays',
      'applicationHasNoRole',
      'spaceChangesADay',
    ],
  }),
  removeMember: operation({
    act: 'remove',
    method: 'DELETE',
    path: '/spaces/:id/members/:personId',
    gate: 'signedIn',
    input: z.object({ id: Id, personId: Id }),
    data: Nothing,
    errors: ['spaceNotFound', 'spaceRightMissing', 'memberUnknown', 'ownerStays'],
  }),
  /** The space mark of spec section 7. */
  transit: operation({
    method: 'GET',
    path: '/space/transit',
    gate: 'signedIn',
    input: z.object({ code: z.string() }),
    data: Id,
    errors: ['spaceNotFound'],
  }),
  /** The access info of spec section 7; role 1 stranger, 2 request pending, 3 member. */
  access: operation({
    method: 'GET',
    path: '/public/ju',
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
