import type { FastifyReply } from 'fastify'
import { PROPERTIES_OF_ITEM } from '#contract/core/limits.ts'
import { can } from '#contract/core/policy.ts'
import { Failure } from '#server/failure.ts'
import type { Element } from '#server/xml.ts'
import { hrefOf } from './address.ts'
import { childrenOf, isNamed, xmlOf } from './body.ts'
import { dateOf } from './dates.ts'
import { escaped, serialised, written } from './element.ts'
import { DAV_SPACE, isLive, MULTISTATUS, MULTISTATUS_END, type Name } from './properties.ts'
import { multistatus } from './propfind.ts'
import type { DavStore } from './store.ts'
import type { Visit, VisitRules } from './visit.ts'

const WINDOWS_SPACE = 'urn:schemas-microsoft-com:'
/** Most changes in one request: every property of an item removed and set again. */
const WISHES_MAX = PROPERTIES_OF_ITEM.count * 2
/** Most characters of a name with its namespace, which are indexed together. */
const LONGEST_NAME = 500
const PROTECTED = '<D:error><D:cannot-modify-protected-property/></D:error>'

/** A property to set, or to remove (`value` is null). */
type Wish = Name & { value: Element | null }

/** The changes of a body, in order. Throws davInvalid, davPropertiesFull. */
function wishesIn(body: Element | null): Wish[] {
  if (!isNamed(body, 'propertyupdate')) throw new Failure('davInvalid')
  const parts = body.children.filter((child) => isNamed(child, 'set') || isNamed(child, 'remove'))
  const wishes = parts.flatMap((part) =>
    childrenOf(part, 'prop')
      .flatMap(({ children }) => children)
      .map((element) => ({ space: element.space, name: element.name, value: part.name === 'set' ? element : null })),
  )
  if (wishes.length > WISHES_MAX) throw new Failure('davPropertiesFull')
  return wishes
}

/** Modification time from the properties that systems and clients use for it; null for other properties. */
function dateIn({ space, name, value }: Wish): Date | null {
  if (!value) return null
  const isWindows = space === WINDOWS_SPACE && name === 'Win32LastModifiedTime'
  const isOurs = space === DAV_SPACE && name === 'getlastmodified'
  const isSeconds = space === DAV_SPACE && name === 'lastmodified'
  if (!isWindows && !isOurs && !isSeconds) return null
  return dateOf(isSeconds ? Number(value.text.trim()) * 1000 : value.text.trim())
}

/** Computed properties and the `DAV:` namespace can't be changed. */
const isProtected = (wish: Wish): boolean =>
  (isLive(wish) || wish.space === DAV_SPACE || wish.name.length + wish.space.length > LONGEST_NAME) &&
  dateIn(wish) === null

const statusOf = (wish: Wish, hasFailed: boolean): string => {
  if (isProtected(wish)) return '403 Forbidden'
  return hasFailed ? '424 Failed Dependency' : '200 OK'
}

export function proppatchOf({ store }: { store: DavStore }, rules: VisitRules) {
  /** Applies all changes in order. */
  async function fulfil({ tree }: Visit, item: NonNullable<Visit['item']>, wishes: readonly Wish[]): Promise<void> {
    const kept = wishes.filter((wish) => dateIn(wish) === null)
    const changes = kept.map(({ space, name, value }) => ({ namespace: space, name, xml: value && serialised(value) }))
    if (changes.length) await store.change(item.hash, changes)
    const at = wishes.map(dateIn).findLast((date) => date !== null)
    if (at) await tree.setModified(item, at)
  }

  return async (visit: Visit): Promise<FastifyReply> => {
    const { request, reply, item, scratch, clientSession, tree, place } = visit
    const wishes = wishesIn(await xmlOf(request, reply, clientSession.actor.id))
    if (!item && !scratch?.found) throw new Failure('fileGone')
    await rules.demandAsThought(visit)
    await rules.demandOpen(visit)
    const hasFailed = wishes.some(isProtected)
    if (item && !can(clientSession.actor, 'file.edit', { space: tree.space.policyContext, authorId: item.authorId }))
      throw new Failure('fileForbidden', { values: { name: item.name } })
    // Scratch files have no stored properties.
    if (item && !hasFailed) await fulfil(visit, item, wishes)
    const stats = wishes.map((wish) => {
      const status = statusOf(wish, hasFailed)
      return `<D:propstat><D:prop>${written(wish.space, wish.name)}</D:prop><D:status>HTTP/1.1 ${status}</D:status>${isProtected(wish) ? PROTECTED : ''}</D:propstat>`
    })
    const href = escaped(hrefOf({ ...place, path: item ? [...item.path] : place.path }, item?.isFolder ?? false))
    return multistatus(
      reply,
      `${MULTISTATUS}<D:response><D:href>${href}</D:href>${stats.join('')}</D:response>${MULTISTATUS_END}`,
    )
  }
}
