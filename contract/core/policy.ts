/**
 * The permission rules: one pure function that decides and explains. Server and console call it with the same context
 * and never exchange results. Source: spec section 6 and the flag table of the system that the specification describes.
 */
import type { Protocol } from '../account.ts'
import type { Role } from '../session.ts'
import type { Gate } from './operation.ts'

export type SpaceRole = 'owner' | 'senior' | 'normal'
export type SpaceType = 'private' | 'restricted' | 'public'
export type SpaceStatus = 'failed' | 'pending' | 'normal' | 'offline'

/** Signed-in caller, or null for a stranger. */
export type Actor = { id: string; role: Role } | null

/** The 25 flags of a space with their defaults by space role; the owner has all of them. */
export const flagDefaults = {
  F_MAKE: { senior: true, normal: true },
  F_EDIT_AM: { senior: true, normal: true },
  F_EDIT_OT: { senior: true, normal: false },
  F_DOWN_AM: { senior: true, normal: true },
  F_DOWN_OT: { senior: true, normal: false },
  F_DEL_AM: { senior: true, normal: true },
  F_DEL_OT: { senior: true, normal: false },
  F_SHAR_SPACE: { senior: true, normal: false },
  F_SHAR_FILE_AM: { senior: true, normal: true },
  F_SHAR_FILE_OT: { senior: true, normal: false },
  F_OTHER_IM: { senior: true, normal: true },
  F_OTHER_BAIDU: { senior: true, normal: true },
  F_OTHER_FTP: { senior: true, normal: true },
  F_OTHER_WEBDAV: { senior: true, normal: true },
  T_CREATE: { senior: true, normal: true },
  T_EDIT: { senior: true, normal: true },
  T_DELETE: { senior: true, normal: true },
  M_ADD: { senior: true, normal: false },
  M_EDIT: { senior: true, normal: false },
  M_DEL: { senior: true, normal: false },
  P_ADD: { senior: true, normal: false },
  S_CONF_INFO: { senior: false, normal: false },
  S_CONF_PER: { senior: false, normal: false },
  S_CONF_BAK: { senior: false, normal: false },
  S_AUDIT: { senior: false, normal: false },
} as const
export type Flag = keyof typeof flagDefaults
export const flags = Object.keys(flagDefaults) as Flag[]

/** The default flags of a role in a new space. */
export const defaultFlags = (role: 'senior' | 'normal'): Flag[] => flags.filter((flag) => flagDefaults[flag][role])

/**
 * The policy context of a space. `myFlags` are the flags of the caller's role; they are ignored for an owner.
 * `isViewAs`: the owner views the space as another role; then no item counts as their own, and the administrator role
 * does not count.
 */
export type SpaceContext = {
  type: SpaceType
  status: SpaceStatus
  myRole: SpaceRole | null
  myFlags: readonly Flag[]
  isViewAs?: boolean
}
/** The policy context of a file. `othersInside`: a folder contains items of other people. */
export type FileContext = { space: SpaceContext; authorId: string; othersInside?: boolean }
/**
 * The policy context of a share link. `item` is the requested or shared item, with its space as seen by the creator of
 * the link now: a link grants what its creator may currently do, and never more than its own settings.
 */
export type ShareContext = {
  /** The link is neither revoked nor expired. */
  isLive: boolean
  /** The visitor entered the password, or the link has none. */
  isProved: boolean
  isWholeSpace: boolean
  mayDownload: boolean
  isBox: boolean
  maker: Actor
  item: FileContext
}

/** The decision and the rule that decided, a key below `policy.` in `locales`; `flag` names the required flag. */
export type Verdict = { allowed: boolean; rule: PolicyRule; flag?: Flag }
export type PolicyRule =
  | 'open'
  | 'signedOut'
  | 'administrator'
  | 'notAdministrator'
  | 'ordinaryUser'
  | 'advancedUser'
  | 'owner'
  | 'member'
  | 'publicSpace'
  | 'notMember'
  | 'flagGranted'
  | 'flagMissing'
  | 'spaceOffline'
  | 'spacePending'
  | 'spaceFailed'
  | 'ownerOnly'
  | 'ownerOrSenior'
  | 'memberAlready'
  | 'privateSpace'
  | 'spaceNotFailed'
  | 'link'
  | 'linkOver'
  | 'makerLost'
  | 'linkPassword'
  | 'linkBox'
  | 'linkViewOnly'
  | 'linkNoBox'

/**
 * Who can change a decision: people who set rights, people who set roles, the owner, administrators, or the person
 * alone.
 */
export type Changer = 'rights' | 'members' | 'owner' | 'administrators' | 'themselves' | 'nobody'
export const changerOf: Readonly<Record<PolicyRule, Changer>> = {
  open: 'owner',
  signedOut: 'themselves',
  administrator: 'administrators',
  notAdministrator: 'administrators',
  ordinaryUser: 'administrators',
  advancedUser: 'administrators',
  owner: 'owner',
  member: 'members',
  publicSpace: 'owner',
  notMember: 'members',
  flagGranted: 'rights',
  flagMissing: 'rights',
  spaceOffline: 'administrators',
  spacePending: 'administrators',
  spaceFailed: 'owner',
  ownerOnly: 'owner',
  ownerOrSenior: 'members',
  memberAlready: 'nobody',
  privateSpace: 'owner',
  spaceNotFailed: 'nobody',
  link: 'nobody',
  linkOver: 'nobody',
  makerLost: 'rights',
  linkPassword: 'themselves',
  linkBox: 'nobody',
  linkViewOnly: 'nobody',
  linkNoBox: 'nobody',
}

const yes = (rule: PolicyRule, flag?: Flag): Verdict => (flag ? { allowed: true, rule, flag } : { allowed: true, rule })
const no = (rule: PolicyRule, flag?: Flag): Verdict =>
  flag ? { allowed: false, rule, flag } : { allowed: false, rule }

/** Combines two rules that must both allow: the first that refuses decides. */
const both = (first: Verdict, second: Verdict): Verdict => (first.allowed ? second : first)

const isAdmin = (actor: Actor) => actor?.role === 'role_admin'
const isAdminIn = (actor: Actor, space: SpaceContext) => isAdmin(actor) && !space.isViewAs

/** Rule that refuses members while a space is not normal; its owner and administrators still see the space. */
const closed: Record<SpaceStatus, PolicyRule | null> = {
  normal: null,
  offline: 'spaceOffline',
  pending: 'spacePending',
  failed: 'spaceFailed',
}

function byFlag(space: SpaceContext, flag: Flag): Verdict {
  const reason = closed[space.status]
  if (reason) return no(reason)
  if (space.myRole === 'owner') return yes('owner')
  if (!space.myRole) return no('notMember')
  return space.myFlags.includes(flag) ? yes('flagGranted', flag) : no('flagMissing', flag)
}

/** The own set (_AM) applies to the caller's files, the other set (_OT) to those of others. Source: spec section 6. */
function byAuthor(actor: Actor, context: FileContext, own: Flag, others: Flag): Verdict {
  const isOwn = actor?.id === context.authorId && !context.othersInside && !context.space.isViewAs
  return byFlag(context.space, isOwn ? own : others)
}

function byOwner(space: SpaceContext): Verdict {
  const reason = closed[space.status]
  if (reason) return no(reason)
  return space.myRole === 'owner' ? yes('owner') : no('ownerOnly')
}

function byMember(space: SpaceContext): Verdict {
  const reason = closed[space.status]
  if (reason) return no(reason)
  if (space.myRole === 'owner') return yes('owner')
  return space.myRole ? yes('member') : no('notMember')
}

function bySenior(space: SpaceContext): Verdict {
  const reason = closed[space.status]
  if (reason) return no(reason)
  if (space.myRole === 'owner') return yes('owner')
  return space.myRole === 'senior' ? yes('member') : no('ownerOrSenior')
}

/** An offline space is closed to everyone except administrators; those who are members can read it. */
const looksIntoOffline = (actor: Actor, space: SpaceContext) =>
  space.status === 'offline' && space.myRole !== null && isAdminIn(actor, space)

function toRead(actor: Actor, space: SpaceContext): Verdict {
  if (looksIntoOffline(actor, space)) return yes('administrator')
  const reason = closed[space.status]
  if (reason) return no(reason)
  // A public space stays readable for everyone, including former members.
  if (space.type === 'public') return yes('publicSpace')
  return space.myRole ? yes('member') : no('notMember')
}

/** Reading members and journal: for members, and while the space is closed for its owner and administrators. */
function toOversee(actor: Actor, space: SpaceContext): Verdict {
  if (space.myRole === 'owner') return yes('owner')
  if (isAdminIn(actor, space)) return yes('administrator')
  const reason = closed[space.status]
  if (reason) return no(reason)
  return space.myRole ? yes('member') : no('notMember')
}

const mayShare = ({ isWholeSpace, item, maker }: ShareContext): Verdict =>
  isWholeSpace ? byFlag(item.space, 'F_SHAR_SPACE') : byAuthor(maker, item, 'F_SHAR_FILE_AM', 'F_SHAR_FILE_OT')

/** Visitors of a share link, signed in or not: their own rights do not count. */
function toVisit(share: ShareContext): Verdict {
  if (!share.isLive) return no('linkOver')
  if (!mayShare(share).allowed) return no('makerLost')
  return share.isProved ? yes('link') : no('linkPassword')
}
function toLook(share: ShareContext): Verdict {
  const visit = toVisit(share)
  return visit.allowed && share.isBox ? no('linkBox') : visit
}

const rules = {
  /** See that the space exists, with its description. */
  'space.see': (actor: Actor, space: SpaceContext) => {
    const reason = closed[space.status]
    if (!reason && space.type !== 'private') return yes('open')
    if (space.myRole) return yes('member')
    if (isAdminIn(actor, space)) return yes('administrator')
    return no(reason ?? 'notMember')
  },
  /** List and preview what the space holds. There is no read flag: every member sees everything. */
  'space.read': toRead,
  /** The README describes a space to everybody who may find it; that of a private space is for its members. */
  'space.readme': (_actor: Actor, space: SpaceContext) => {
    const reason = closed[space.status]
    if (reason) return no(reason)
    return space.type === 'private' ? byMember(space) : yes('open')
  },
  'space.edit': (actor: Actor, space: SpaceContext) =>
    isAdminIn(actor, space) ? yes('administrator') : byFlag(space, 'S_CONF_INFO'),
  /** Owners delete their space in any status, administrators every space. */
  'space.delete': (actor: Actor, space: SpaceContext) =>
    isAdminIn(actor, space) ? yes('administrator') : space.myRole === 'owner' ? yes('owner') : no('ownerOnly'),
  'space.resize': (actor: Actor, space: SpaceContext) =>
    isAdminIn(actor, space) ? yes('administrator') : no('notAdministrator'),
  /** Changing a space's visibility needs more than the right to describe it. */
  'space.setType': (actor: Actor, space: SpaceContext) =>
    isAdminIn(actor, space) ? yes('administrator') : byOwner(space),
  'space.transfer': (actor: Actor, space: SpaceContext) =>
    isAdminIn(actor, space) ? yes('administrator') : byOwner(space),
  /** The owner may correct and resubmit a rejected space. */
  'space.resend': (_actor: Actor, space: SpaceContext) => {
    if (space.myRole !== 'owner') return no('ownerOnly')
    return space.status === 'failed' ? yes('owner') : no('spaceNotFailed')
  },
  'space.setRights': (_actor: Actor, space: SpaceContext) => byFlag(space, 'S_CONF_PER'),
  /** See the copies of a space and restore them. */
  'space.backups': (actor: Actor, space: SpaceContext) =>
    isAdminIn(actor, space) ? yes('administrator') : byFlag(space, 'S_CONF_BAK'),
  'space.viewAs': (_actor: Actor, space: SpaceContext) => byOwner(space),
  /** Asking why another person may do something: for those who set permissions. Everyone may ask about themselves. */
  'space.explain': (actor: Actor, space: SpaceContext) =>
    isAdminIn(actor, space) ? yes('administrator') : byFlag(space, 'S_CONF_PER'),
  'space.readJournal': toOversee,
  /** Requesting more capacity, and clean-up: for senior members and the owner. */
  'space.askCapacity': (_actor: Actor, space: SpaceContext) => bySenior(space),
  'space.tidy': (actor: Actor, space: SpaceContext) =>
    isAdminIn(actor, space) ? yes('administrator') : bySenior(space),
  /** Requesting to join: not for members, and never for a private space. */
  'space.join': (actor: Actor, space: SpaceContext) => {
    if (!actor) return no('signedOut')
    if (space.myRole) return no('memberAlready')
    const reason = closed[space.status]
    if (reason) return no(reason)
    return space.type === 'private' ? no('privateSpace') : yes('open')
  },
  /** See every task in the space, and their number. */
  'space.tasks': (_actor: Actor, space: SpaceContext) => byOwner(space),
  'space.countTasks': toOversee,
  'space.answerJoins': (_actor: Actor, space: SpaceContext) => byFlag(space, 'S_AUDIT'),
  /** Manage metadata templates, vocabularies, and the folders that use them. */
  'space.templates': (_actor: Actor, space: SpaceContext) => byFlag(space, 'S_CONF_INFO'),
  /** End the locks held by programs of other people. */
  'space.unlock': (_actor: Actor, space: SpaceContext) => byOwner(space),
  /** Make versions of a folder or the whole space, and restore one. */
  'space.makeVersion': (_actor: Actor, space: SpaceContext) => bySenior(space),
  'space.setVersionRule': (_actor: Actor, space: SpaceContext) => byOwner(space),
  /** Import files from another space or a link; from other sites. */
  'import.space': (_actor: Actor, space: SpaceContext) => both(byFlag(space, 'F_OTHER_IM'), byFlag(space, 'F_MAKE')),
  'import.drive': (_actor: Actor, space: SpaceContext) => both(byFlag(space, 'F_OTHER_BAIDU'), byFlag(space, 'F_MAKE')),
  /** Connect by WebDAV; by FTP and SFTP. The operations there are checked as everywhere. */
  'space.webdav': (_actor: Actor, space: SpaceContext) => byFlag(space, 'F_OTHER_WEBDAV'),
  'space.ftp': (_actor: Actor, space: SpaceContext) => byFlag(space, 'F_OTHER_FTP'),
  'member.list': toOversee,
  'member.add': (_actor: Actor, space: SpaceContext) => byFlag(space, 'M_ADD'),
  'member.edit': (_actor: Actor, space: SpaceContext) => byFlag(space, 'M_EDIT'),
  'member.remove': (_actor: Actor, space: SpaceContext) => byFlag(space, 'M_DEL'),
  /** The instruments of a space: members see them, senior members and the owner keep the list. */
  'instrument.list': toOversee,
  'instrument.edit': (_actor: Actor, space: SpaceContext) => bySenior(space),
  /** Members can see what was published from a space; users who may publish can see drafts and reviews. */
  'publication.list': toOversee,
  'publication.edit': (_actor: Actor, space: SpaceContext) => byFlag(space, 'P_ADD'),
  /** The tables of a space are read like its files; a table that is not shared is seen by its maker alone. */
  'table.list': toRead,
  'table.create': (_actor: Actor, space: SpaceContext) => byFlag(space, 'T_CREATE'),
  'table.edit': (_actor: Actor, space: SpaceContext) => byFlag(space, 'T_EDIT'),
  'table.delete': (_actor: Actor, space: SpaceContext) => byFlag(space, 'T_DELETE'),
  /** Members talk about tables; comments of others are removed by senior members and the owner. */
  'table.comment': (_actor: Actor, space: SpaceContext) => byMember(space),
  'table.removeComment': (_actor: Actor, space: SpaceContext) => bySenior(space),
  /** Databases that a space reads from hold passwords of others: for those who may make tables. */
  'dataSource.use': (_actor: Actor, space: SpaceContext) => byFlag(space, 'T_CREATE'),
  'file.make': (_actor: Actor, space: SpaceContext) => byFlag(space, 'F_MAKE'),
  'file.edit': (actor: Actor, file: FileContext) => byAuthor(actor, file, 'F_EDIT_AM', 'F_EDIT_OT'),
  'file.delete': (actor: Actor, file: FileContext) => byAuthor(actor, file, 'F_DEL_AM', 'F_DEL_OT'),
  'file.share': (actor: Actor, file: FileContext) => byAuthor(actor, file, 'F_SHAR_FILE_AM', 'F_SHAR_FILE_OT'),
  /** Everyone may download from a public space; elsewhere the flags decide. */
  'file.download': (actor: Actor, file: FileContext) =>
    file.space.type === 'public' || looksIntoOffline(actor, file.space)
      ? toRead(actor, file.space)
      : byAuthor(actor, file, 'F_DOWN_AM', 'F_DOWN_OT'),
  'space.share': (_actor: Actor, space: SpaceContext) => byFlag(space, 'F_SHAR_SPACE'),
  /** See and revoke every link of the space. */
  'space.shares': (_actor: Actor, space: SpaceContext) => byOwner(space),
  'share.open': (_visitor: Actor, share: ShareContext) => toVisit(share),
  'share.list': (_visitor: Actor, share: ShareContext) => toLook(share),
  'share.download': (_visitor: Actor, share: ShareContext) => {
    const look = toLook(share)
    if (!look.allowed) return look
    if (!share.mayDownload) return no('linkViewOnly')
    return rules['file.download'](share.maker, share.item).allowed ? look : no('makerLost')
  },
  'share.upload': (_visitor: Actor, share: ShareContext) => {
    const visit = toVisit(share)
    if (!visit.allowed) return visit
    if (!share.isBox) return no('linkNoBox')
    return byFlag(share.item.space, 'F_MAKE').allowed ? visit : no('makerLost')
  },
  /** Create a space of any capacity without an administrator's approval. */
  'space.createUnasked': (actor: Actor, _none: null) =>
    !actor ? no('signedOut') : isAdmin(actor) ? yes('administrator') : no('notAdministrator'),
  'space.create': (actor: Actor, _none: null) => {
    if (!actor) return no('signedOut')
    if (isAdmin(actor)) return yes('administrator')
    return actor.role === 'role_senior' ? yes('advancedUser') : no('ordinaryUser')
  },
}
export type Permission = keyof typeof rules
export const permissions = Object.keys(rules) as Permission[]
export type ContextOf<P extends Permission> = Parameters<(typeof rules)[P]>[1]

/** Decides, and names the rule that decided. */
export function explain<P extends Permission>(actor: Actor, permission: P, context: ContextOf<P>): Verdict {
  const rule = rules[permission] as (actor: Actor, context: ContextOf<P>) => Verdict
  return rule(actor, context)
}

/** The decision alone: fails closed, and always agrees with `explain`. */
export const can = <P extends Permission>(actor: Actor, permission: P, context: ContextOf<P>): boolean =>
  explain(actor, permission, context).allowed

/** The permission that each protocol for programs requires. */
export const permissionOfProtocol = {
  webdav: 'space.webdav',
  ftp: 'space.ftp',
  sftp: 'space.ftp',
} as const satisfies Record<Protocol, Permission>

/** Whether the caller passes the operation's gate. */
export function passesGate(actor: Actor, gate: Gate): boolean {
  if (gate === 'public') return true
  return gate === 'admin' ? isAdmin(actor) : actor !== null
}
