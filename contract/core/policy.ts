/**
 * Who may do what: one pure function that decides and explains. Server and console call the same one with the same context,
 * never with verdicts. Source: spec section 6 and the flag table of the system that the specification describes.
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

/** The flags that a role has in a new space. */
export const defaultFlags = (role: 'senior' | 'normal'): Flag[] => flags.filter((flag) => flagDefaults[flag][role])

/**
 * What a decision about a space needs to know. `myFlags` are those of the caller's role; an owner's are not read.
 * `isViewAs`: the owner looks at it as somebody else would; then nothing in it is his own, and no office counts.
 */
export type SpaceContext = {
  type: SpaceType
  status: SpaceStatus
  myRole: SpaceRole | null
  myFlags: readonly Flag[]
  isViewAs?: boolean
}
/** What a decision about files needs: whose they are. `othersInside` says that a folder holds items of other people. */
export type FileContext = { space: SpaceContext; authorId: string; othersInside?: boolean }
/**
 * What a decision about a share link needs. `item` is what is asked for, or what the link is about, in its space as the
 * maker stands to it now: a link gives what its maker may give, and never more than it says.
 */
export type ShareContext = {
  /** Neither ended nor expired. */
  isLive: boolean
  /** The visitor gave its password, or it has none. */
  isProved: boolean
  isWholeSpace: boolean
  mayDownload: boolean
  isBox: boolean
  maker: Actor
  item: FileContext
}

/** Why: the rule that decided, a key below `policy.` in `locales`; `flag` names the flag that was asked for. */
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

/** Who can make the answer another one: by rights, by roles, as the owner, as an administrator, or the person alone. */
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

/** Two rules that must both allow it: the first that does not decides. */
const both = (first: Verdict, second: Verdict): Verdict => (first.allowed ? second : first)

const isAdmin = (actor: Actor) => actor?.role === 'role_admin'
const isAdminIn = (actor: Actor, space: SpaceContext) => isAdmin(actor) && !space.isViewAs

/** A space that is not normal is closed to everyone who works in it; its owner and administrators still see it. */
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

/** The own set (_AM) applies to the caller's files, the other set (_OT) to everybody else's. Source: spec section 6. */
function byAuthor(actor: Actor, context: FileContext, own: Flag, others: Flag): Verdict {
  const isOwn = actor?.id === context.authorId && !context.othersInside && !context.space.isViewAs
  return byFlag(context.space, isOwn ? own : others)
}

function byOwner(space: SpaceContext): Verdict {
  const reason = closed[space.status]
  if (reason) return no(reason)
  return space.myRole === 'owner' ? yes('owner') : no('ownerOnly')
}

function bySenior(space: SpaceContext): Verdict {
  const reason = closed[space.status]
  if (reason) return no(reason)
  if (space.myRole === 'owner') return yes('owner')
  return space.myRole === 'senior' ? yes('member') : no('ownerOrSenior')
}

/** Offline it is closed to everyone except administrators: those who came in as members look at it. */
const looksIntoOffline = (actor: Actor, space: SpaceContext) =>
  space.status === 'offline' && space.myRole !== null && isAdminIn(actor, space)

function toRead(actor: Actor, space: SpaceContext): Verdict {
  if (looksIntoOffline(actor, space)) return yes('administrator')
  const reason = closed[space.status]
  if (reason) return no(reason)
  // Whoever leaves a public space still reads it: what opens it is its type.
  if (space.type === 'public') return yes('publicSpace')
  return space.myRole ? yes('member') : no('notMember')
}

/** Who belongs and what was done: for members, and while the space is closed for those who answer for it. */
function toOversee(actor: Actor, space: SpaceContext): Verdict {
  if (space.myRole === 'owner') return yes('owner')
  if (isAdminIn(actor, space)) return yes('administrator')
  const reason = closed[space.status]
  if (reason) return no(reason)
  return space.myRole ? yes('member') : no('notMember')
}

const mayShare = ({ isWholeSpace, item, maker }: ShareContext): Verdict =>
  isWholeSpace ? byFlag(item.space, 'F_SHAR_SPACE') : byAuthor(maker, item, 'F_SHAR_FILE_AM', 'F_SHAR_FILE_OT')

/** Whoever comes by a link: signed in or not, their own rights count for nothing. */
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
  'space.edit': (actor: Actor, space: SpaceContext) =>
    isAdminIn(actor, space) ? yes('administrator') : byFlag(space, 'S_CONF_INFO'),
  /** Owners delete their space in any status, administrators every space. */
  'space.delete': (actor: Actor, space: SpaceContext) =>
    isAdminIn(actor, space) ? yes('administrator') : space.myRole === 'owner' ? yes('owner') : no('ownerOnly'),
  'space.resize': (actor: Actor, space: SpaceContext) =>
    isAdminIn(actor, space) ? yes('administrator') : no('notAdministrator'),
  /** Who may find it at all; taking a space into the open is more than describing it. */
  'space.setType': (actor: Actor, space: SpaceContext) =>
    isAdminIn(actor, space) ? yes('administrator') : byOwner(space),
  'space.transfer': (actor: Actor, space: SpaceContext) =>
    isAdminIn(actor, space) ? yes('administrator') : byOwner(space),
  /** A rejected space is mended and sent again by its owner. */
  'space.resend': (_actor: Actor, space: SpaceContext) => {
    if (space.myRole !== 'owner') return no('ownerOnly')
    return space.status === 'failed' ? yes('owner') : no('spaceNotFailed')
  },
  'space.setRights': (_actor: Actor, space: SpaceContext) => byFlag(space, 'S_CONF_PER'),
  'space.viewAs': (_actor: Actor, space: SpaceContext) => byOwner(space),
  /** Why somebody else may do something: those who give rights may know. About oneself everybody may ask. */
  'space.explain': (actor: Actor, space: SpaceContext) =>
    isAdminIn(actor, space) ? yes('administrator') : byFlag(space, 'S_CONF_PER'),
  'space.readJournal': toOversee,
  /** More room, and what may go: for those who answer for the space. */
  'space.askCapacity': (_actor: Actor, space: SpaceContext) => bySenior(space),
  'space.tidy': (actor: Actor, space: SpaceContext) =>
    isAdminIn(actor, space) ? yes('administrator') : bySenior(space),
  /** Ask to belong: nobody who does already, and never a space that is private. */
  'space.join': (actor: Actor, space: SpaceContext) => {
    if (!actor) return no('signedOut')
    if (space.myRole) return no('memberAlready')
    const reason = closed[space.status]
    if (reason) return no(reason)
    return space.type === 'private' ? no('privateSpace') : yes('open')
  },
  /** Every task in the space, and how many there are. */
  'space.tasks': (_actor: Actor, space: SpaceContext) => byOwner(space),
  'space.countTasks': toOversee,
  'space.answerJoins': (_actor: Actor, space: SpaceContext) => byFlag(space, 'S_AUDIT'),
  /** Templates of metadata, vocabularies, and which folders they hang on. */
  'space.templates': (_actor: Actor, space: SpaceContext) => byFlag(space, 'S_CONF_INFO'),
  /** End the locks that programs of others hold. */
  'space.unlock': (_actor: Actor, space: SpaceContext) => byOwner(space),
  /** Versions of a folder or the whole space, and going back to one. */
  'space.makeVersion': (_actor: Actor, space: SpaceContext) => bySenior(space),
  'space.setVersionRule': (_actor: Actor, space: SpaceContext) => byOwner(space),
  /** Bring files from another space or a link; from other sites. */
  'import.space': (_actor: Actor, space: SpaceContext) => both(byFlag(space, 'F_OTHER_IM'), byFlag(space, 'F_MAKE')),
  'import.drive': (_actor: Actor, space: SpaceContext) => both(byFlag(space, 'F_OTHER_BAIDU'), byFlag(space, 'F_MAKE')),
  /** Come in by WebDAV; by FTP and SFTP. What is done there is judged as everywhere. */
  'space.webdav': (_actor: Actor, space: SpaceContext) => byFlag(space, 'F_OTHER_WEBDAV'),
  'space.ftp': (_actor: Actor, space: SpaceContext) => byFlag(space, 'F_OTHER_FTP'),
  'member.list': toOversee,
  'member.add': (_actor: Actor, space: SpaceContext) => byFlag(space, 'M_ADD'),
  'member.edit': (_actor: Actor, space: SpaceContext) => byFlag(space, 'M_EDIT'),
  'member.remove': (_actor: Actor, space: SpaceContext) => byFlag(space, 'M_DEL'),
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
  /** See and end every link of the space. */
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
  /** Of any size, without an administrator's approval. */
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

/** Decides and says which rule decided. */
export function explain<P extends Permission>(actor: Actor, permission: P, context: ContextOf<P>): Verdict {
  const rule = rules[permission] as (actor: Actor, context: ContextOf<P>) => Verdict
  return rule(actor, context)
}

/** The verdict alone: fails closed, and never disagrees with `explain`. */
export const can = <P extends Permission>(actor: Actor, permission: P, context: ContextOf<P>): boolean =>
  explain(actor, permission, context).allowed

/** What it takes to come into a space by a protocol for programs. */
export const permissionOfProtocol = {
  webdav: 'space.webdav',
  ftp: 'space.ftp',
  sftp: 'space.ftp',
} as const satisfies Record<Protocol, Permission>

/** Whether the caller may knock at all. */
export function passesGate(actor: Actor, gate: Gate): boolean {
  if (gate === 'public') return true
  return gate === 'admin' ? isAdmin(actor) : actor !== null
}
