import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '#server/failure.ts'
import type { LockRow } from '#server/modules/files/index.ts'
import type { ClientSession, Item } from '#server/modules/protocols/index.ts'
import type { Element } from '#server/xml.ts'
import { hrefBelow, hrefOf } from './address.ts'
import { childrenOf, isNamed, xmlOf } from './body.ts'
import {
  type Asked,
  asksFor,
  asksForLocks,
  asksForStored,
  MULTISTATUS,
  MULTISTATUS_END,
  responseOf,
  rootsOf,
  type Thing,
} from './properties.ts'
import type { DavStore, Property, Scratch } from './store.ts'
import { coveringOf, depthOf, type Visit, type VisitRules } from './visit.ts'

/** Most properties in one request, and most characters of their names: each item is answered with all (our choice). */
export const PROPERTIES_ASKED = { count: 200, characters: 16_384 } as const

/** Requested properties of a body; an empty body means all. Throws davInvalid. */
function askedIn(body: Element | null): Asked {
  if (!body) return { kind: 'all', also: [] }
  if (!isNamed(body, 'propfind')) throw new Failure('davInvalid')
  const [these] = childrenOf(body, 'prop')
  if (these) return { kind: 'these', names: namesIn(these.children) }
  if (childrenOf(body, 'propname').length) return { kind: 'names' }
  if (!childrenOf(body, 'allprop').length) throw new Failure('davInvalid')
  return { kind: 'all', also: namesIn(childrenOf(body, 'include').flatMap(({ children }) => children)) }
}

/** Removes duplicates. Throws tooLarge for more properties than any client needs: each item is answered with all. */
function namesIn(elements: readonly Element[]): Element[] {
  const names = new Map(elements.map((element) => [`${element.name} ${element.space}`, element]))
  const characters = [...names.keys()].reduce((sum, name) => sum + name.length, 0)
  if (names.size > PROPERTIES_ASKED.count || characters > PROPERTIES_ASKED.characters) throw new Failure('tooLarge')
  return [...names.values()]
}

/** Characters of an answer sent at once. */
const PIECE = 65_536

/** Depth of the answer. `infinity` is refused: davDepth. */
function answerDepth(request: FastifyRequest): 0 | 1 {
  const said = depthOf(request)
  if (said === 'infinity') throw new Failure('davDepth')
  if (said !== '0' && said !== '1') throw new Failure('davInvalid')
  return said === '0' ? 0 : 1
}

export function propfindOf({ store }: { store: DavStore }, rules: VisitRules) {
  type Page = { item: Thing['item']; path: readonly string[]; href: string }[]

  /** Responses for some items of a folder, or for itself; stored properties and locks take one query each. */
  async function* answersOf(
    { place, clientSession, tree, along }: Visit,
    asked: Asked,
    page: Page,
  ): AsyncGenerator<string> {
    const { identifier } = place
    const ids = page.map(({ item }) => item.hash)
    const above = along.map(({ hash }) => hash)
    const [properties, locks, room] = await Promise.all([
      asksForStored(asked) ? store.properties(ids) : ([] as Property[]),
      asksForLocks(asked) ? rules.locksOn(tree, [...new Set([...above, ...ids])]) : ([] as LockRow[]),
      asksFor(asked, 'quota-available-bytes', 'quota-used-bytes') ? tree.room() : null,
    ])
    const kept = Map.groupBy(properties, ({ nodeId }) => nodeId)
    const { actor } = clientSession
    const { policyContext } = tree.space
    let piece = ''
    for (const { item, path, href } of page) {
      const covering = locks.length
        ? coveringOf(locks, [...new Set([...above.slice(0, path.length), item.hash])])
        : locks
      const thing = {
        href,
        item,
        actor,
        policyContext,
        room: item.isFolder ? room : null,
        locks: rootsOf(covering, along, identifier, { id: item.hash, href }),
      }
      piece += responseOf(thing, asked, kept.get(item.hash) ?? [])
      if (piece.length < PIECE) continue
      yield piece
      piece = ''
    }
    yield piece
  }

  async function* answers(visit: Visit, asked: Asked, depth: 0 | 1): AsyncGenerator<string> {
    const { item, tree, scratch, place, clientSession } = visit
    yield MULTISTATUS
    const path = item?.path ?? place.path
    const href = hrefOf({ ...place, path: [...path] }, item?.isFolder ?? false)
    if (item) yield* answersOf(visit, asked, [{ item: { ...item, name: item.name || tree.space.name }, path, href }])
    else if (scratch?.found) yield* answersOf(visit, asked, [{ item: scratchItem(scratch.found), path, href }])
    if (item?.isFolder && depth === 1) {
      for await (const page of tree.list(item))
        yield* answersOf(
          visit,
          asked,
          page.map((child) => ({ item: child, path: child.path, href: hrefBelow(href, child.name, child.isFolder) })),
        )
      const own = await store.scratchIn(clientSession.actor.id, item.hash)
      if (own.length)
        yield* answersOf(
          visit,
          asked,
          own.map((row) => ({
            item: scratchItem(row),
            path: [...item.path, row.name],
            href: hrefBelow(href, row.name, false),
          })),
        )
    }
    yield MULTISTATUS_END
  }

  return async (visit: Visit): Promise<FastifyReply> => {
    const { request, reply, item, scratch, clientSession } = visit
    const asked = askedIn(await xmlOf(request, reply, clientSession.actor.id))
    if (!item && !scratch?.found) throw new Failure('fileGone')
    const depth = item?.isFolder ? answerDepth(request) : 0
    return multistatus(reply, Readable.from(answers(visit, asked, depth)))
  }
}

/** A scratch file in the form of an item. */
const scratchItem = ({ id, name, size, etag, createdAt, modifiedAt }: Scratch): Thing['item'] => ({
  hash: id,
  name,
  size,
  etag,
  createdAt,
  modifiedAt,
  isFolder: false,
  mime: 'application/octet-stream',
})

export const multistatus = (reply: FastifyReply, body: string | Readable): FastifyReply =>
  reply.status(207).header('cache-control', 'no-store').type('application/xml; charset=utf-8').send(body)

/** The spaces of a client session as folders of the root. */
export async function spacesAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  { actor }: ClientSession,
  spaces: () => Promise<{ id: string; identifier: string; name: string; createdAt: Date }[]>,
): Promise<FastifyReply> {
  const asked = askedIn(await xmlOf(request, reply, actor.id))
  const depth = answerDepth(request)
  const folder = { isFolder: true, size: 0, mime: '', etag: '' }
  const own = { hash: '', name: 'DataSpace', createdAt: new Date(0), modifiedAt: new Date(0), ...folder }
  const thing = (href: string, item: Pick<Item, 'hash' | 'name' | 'createdAt' | 'modifiedAt'>): Thing => ({
    href,
    item: { ...folder, ...item },
    actor,
    policyContext: null,
    locks: [],
    room: null,
  })
  const list = depth === 1 ? await spaces() : []
  const children = list.map(({ id, identifier, name, createdAt }) =>
    thing(hrefOf({ identifier, path: [] }, true), { hash: id, name, createdAt, modifiedAt: createdAt }),
  )
  const all = [thing(hrefOf({ identifier: null, path: [] }, true), own), ...children]
  return multistatus(reply, MULTISTATUS + all.map((one) => responseOf(one, asked, [])).join('') + MULTISTATUS_END)
}
