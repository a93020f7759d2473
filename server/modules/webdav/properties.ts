import { can, type SpaceContext } from '#contract/core/policy.ts'
import type { SignedIn } from '#server/http/context.ts'
import type { LockRow } from '#server/modules/files/index.ts'
import type { Item } from '#server/modules/protocols/index.ts'
import type { Element } from '#server/xml.ts'
import { hrefOf } from './address.ts'
import { escaped, written } from './element.ts'
import { tokenOf } from './visit.ts'

export const DAV_SPACE = 'DAV:'
/** Namespace of Nextcloud and ownCloud, which their clients and rclone use. */
const OC_SPACE = 'http://owncloud.org/ns'
const NC_SPACE = 'http://nextcloud.org/ns'
export type Name = Pick<Element, 'space' | 'name'>

/** Data for the properties of an item. `href` is its address; sizes in bytes. */
export type Thing = {
  href: string
  item: Pick<Item, 'hash' | 'name' | 'isFolder' | 'size' | 'mime' | 'etag' | 'createdAt' | 'modifiedAt'> &
    Partial<Pick<Item, 'sha256' | 'md5' | 'sha1' | 'authorId'>>
  actor: SignedIn
  /** Null for the list of spaces. */
  policyContext: SpaceContext | null
  /** Locks that cover the item, with the address of each lock's root. */
  locks: readonly { lock: LockRow; root: string }[]
  room: { usedBytes: number; availableBytes: number } | null
}

const LOCK_KINDS = (['exclusive', 'shared'] as const)
  .map(
    (scope) => `<D:lockentry><D:lockscope><D:${scope}/></D:lockscope><D:locktype><D:write/></D:locktype></D:lockentry>`,
  )
  .join('')

/** A lock in the answer. Source: RFC 4918 section 14.1. */
export function activeLock({ lock, root }: { lock: LockRow; root: string }): string {
  const { isShared, isDeep, owner, secondsLeft } = lock
  return `<D:activelock><D:locktype><D:write/></D:locktype><D:lockscope><D:${isShared ? 'shared' : 'exclusive'}/></D:lockscope>\
<D:depth>${isDeep ? 'infinity' : '0'}</D:depth>${owner}<D:timeout>Second-${secondsLeft}</D:timeout>\
<D:locktoken><D:href>${tokenOf(lock)}</D:href></D:locktoken><D:lockroot><D:href>${escaped(root)}</D:href></D:lockroot></D:activelock>`
}

/**
 * ownCloud's letters for the caller's rights: change (W), rename and move (NV), delete (D), create files (C) and
 * folders (K).
 */
function permissionsOf({ item, actor, policyContext }: Thing): string {
  if (!policyContext) return ''
  const file = { space: policyContext, authorId: item.authorId ?? '' }
  const mayEdit = can(actor, 'file.edit', file)
  const letters = [can(actor, 'file.download', file) && 'G', can(actor, 'file.delete', file) && 'D', mayEdit && 'NV']
  const ways = item.isFolder ? can(actor, 'file.make', policyContext) && 'CK' : mayEdit && 'W'
  return [...letters, ways].filter(Boolean).join('')
}

/** Digests of a content in the format of `OC-Checksum`. */
export const checksumsOf = ({ sha1, md5, sha256 }: Thing['item']): string =>
  [sha1 && `SHA1:${sha1}`, md5 && `MD5:${md5}`, sha256 && `SHA256:${sha256}`].filter(Boolean).join(' ')

type Live = { of: (thing: Thing) => string | null; isUnasked?: true }
const ofFile =
  (of: (thing: Thing) => string) =>
  (thing: Thing): string | null =>
    thing.item.isFolder ? null : of(thing)

const inDav: Record<string, Live> = {
  creationdate: { of: ({ item }) => item.createdAt.toISOString() },
  displayname: { of: ({ item }) => escaped(item.name) },
  getcontentlength: { of: ofFile(({ item }) => String(item.size)) },
  getcontenttype: { of: ofFile(({ item }) => escaped(item.mime)) },
  getetag: { of: ofFile(({ item }) => escaped(item.etag)) },
  getlastmodified: { of: ({ item }) => item.modifiedAt.toUTCString() },
  resourcetype: { of: ({ item }) => (item.isFolder ? '<D:collection/>' : '') },
  supportedlock: { of: ({ policyContext }) => (policyContext ? LOCK_KINDS : '') },
  lockdiscovery: { of: ({ locks }) => locks.map(activeLock).join('') },
  // Computed on request only, since it must be counted. Source: RFC 4331.
  'quota-available-bytes': { of: ({ room }) => room && String(room.availableBytes), isUnasked: true },
  'quota-used-bytes': { of: ({ room }) => room && String(room.usedBytes), isUnasked: true },
}
const inOc: Record<string, Live> = {
  id: { of: ({ item }) => item.hash, isUnasked: true },
  fileid: { of: ({ item }) => item.hash, isUnasked: true },
  size: { of: ({ item }) => String(item.size), isUnasked: true },
  permissions: { of: permissionsOf, isUnasked: true },
  checksums: {
    of: ofFile(({ item }) => `<checksum xmlns="${OC_SPACE}">${checksumsOf(item)}</checksum>`),
    isUnasked: true,
  },
}
const live: Record<string, Record<string, Live>> = { [DAV_SPACE]: inDav, [OC_SPACE]: inOc, [NC_SPACE]: {} }

const liveOf = ({ space, name }: Name): Live | undefined => {
  const table = Object.hasOwn(live, space) ? live[space] : undefined
  return table && Object.hasOwn(table, name) ? table[name] : undefined
}
/** Whether a property is computed by the server. */
export const isLive = (name: Name): boolean => liveOf(name) !== undefined

/** Requested properties: a list, all, or only the names. */
export type Asked = { kind: 'these'; names: Name[] } | { kind: 'all'; also: Name[] } | { kind: 'names' }
export const asksFor = (asked: Asked, ...names: string[]): boolean =>
  (asked.kind === 'these' ? asked.names : asked.kind === 'all' ? asked.also : []).some(({ name }) =>
    names.includes(name),
  )
/** Whether the answer may contain stored properties. */
export const asksForStored = (asked: Asked): boolean =>
  asked.kind !== 'these' || asked.names.some((name) => !isLive(name))
/** Whether the answer contains locks. */
export const asksForLocks = (asked: Asked): boolean => asked.kind === 'all' || asksFor(asked, 'lockdiscovery')

type StoredProperty = { namespace: string; name: string; xml: string }

/** Properties in the answer to `allprop`. */
const usual = Object.entries(inDav).filter(([, { isUnasked }]) => !isUnasked)

// Builds strings without intermediate arrays, since a list may have thousands of items.
function everything(
  thing: Thing,
  isNamesOnly: boolean,
  kept: readonly StoredProperty[],
  also: readonly Name[],
): string {
  let all = ''
  for (const [name, { of }] of usual) {
    const value = of(thing)
    if (value !== null) all += written(DAV_SPACE, name, isNamesOnly ? '' : value)
  }
  for (const { namespace, name, xml } of kept) all += isNamesOnly ? written(namespace, name) : xml
  for (const name of also) if (liveOf(name)?.isUnasked) all += propertyOf(thing, name, kept) ?? ''
  return all
}

function propertyOf(thing: Thing, { space, name }: Name, kept: readonly StoredProperty[]): string | null {
  const known = liveOf({ space, name })
  if (!known) return kept.find((one) => one.namespace === space && one.name === name)?.xml ?? null
  const value = known.of(thing)
  return value === null ? null : written(space, name, value)
}

const propstat = (inside: string, status: string) =>
  `<D:propstat><D:prop>${inside}</D:prop><D:status>HTTP/1.1 ${status}</D:status></D:propstat>`

/** The response element of one item. Source: RFC 4918 section 9.1. */
export function responseOf(thing: Thing, asked: Asked, kept: readonly StoredProperty[]): string {
  const start = `<D:response><D:href>${escaped(thing.href)}</D:href>`
  if (asked.kind !== 'these') {
    const also = asked.kind === 'all' ? asked.also : []
    return `${start}${propstat(everything(thing, asked.kind === 'names', kept, also), '200 OK')}</D:response>`
  }
  let [found, missing] = ['', '']
  for (const name of asked.names) {
    const value = propertyOf(thing, name, kept)
    if (value === null) missing += written(name.space, name.name)
    else found += value
  }
  const isMissing = missing ? propstat(missing, '404 Not Found') : ''
  return `${start}${found || !missing ? propstat(found, '200 OK') : ''}${isMissing}</D:response>`
}

export const MULTISTATUS = '<?xml version="1.0" encoding="utf-8"?>\n<D:multistatus xmlns:D="DAV:">'
export const MULTISTATUS_END = '</D:multistatus>'

/** The address of each lock's root, among the items of a path. */
export const rootsOf = (
  locks: readonly LockRow[],
  along: readonly Item[],
  identifier: string,
  own: { id: string; href: string },
) =>
  locks.map((lock) => {
    const root = along.find(({ hash }) => hash === lock.itemId)
    return { lock, root: root ? hrefOf({ identifier, path: [...root.path] }, root.isFolder) : own.href }
  })
