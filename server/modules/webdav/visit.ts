import type { FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '#server/failure.ts'
import { covers, type FilesModule, type LockRow } from '#server/modules/files/index.ts'
import type { ClientSession, Item, Tree } from '#server/modules/protocols/index.ts'
import { type Place, placeIn } from './address.ts'
import { holdsIn, type List, parseIf, type State, tokensIn } from './if-header.ts'
import { isScratchName } from './scratch.ts'
import type { DavStore, Scratch, ScratchPlace } from './store.ts'

type Needs = { store: DavStore; files: FilesModule }

/** The item at a path of a space, and the items along the path, the root first. */
export type Spot = {
  place: Place & { identifier: string }
  along: readonly Item[]
  item: Item | null
  /** The parent folder, existing or not yet: null when there is none. */
  folder: Item | null
  /** Set when the name is a scratch name and no file of the space has it. */
  scratch: { place: ScratchPlace; found: Scratch | null } | null
}
/** A request to a space by an authenticated caller. */
export type Visit = Spot & {
  request: FastifyRequest
  reply: FastifyReply
  clientSession: ClientSession
  tree: Tree
  lists: List[]
  /** The items along the path of the `Destination` header; null without one in this space. */
  goal: readonly Item[] | null
}

export const headerOf = ({ headers }: FastifyRequest, name: string): string | undefined => {
  const value = headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}
/** The `Depth` header; `infinity` by default. Each method decides which values it accepts. */
export const depthOf = (request: FastifyRequest): string =>
  headerOf(request, 'depth')?.trim().toLowerCase() ?? 'infinity'
export const tokenOf = ({ token }: Pick<LockRow, 'token'>): string => `urn:uuid:${token}`

/** Ids from the root to the item at a spot. */
export const wayOf = ({ along, item, scratch }: Spot): string[] => {
  const ids = along.map(({ hash }) => hash)
  return !item && scratch?.found ? [...ids, scratch.found.id] : ids
}
/** The locks that cover the end of a path. */
export const coveringOf = (locks: readonly LockRow[], way: readonly string[]): LockRow[] =>
  locks.filter((lock) => covers(lock, way))

export function visitRules({ store, files }: Needs) {
  async function spotAt(
    tree: Tree,
    clientSession: ClientSession,
    place: Place & { identifier: string },
  ): Promise<Spot> {
    return spotOf(await tree.along(place.path), clientSession, place)
  }

  /** The same with the items along the path. */
  async function spotOf(
    along: readonly Item[],
    clientSession: ClientSession,
    place: Place & { identifier: string },
  ): Promise<Spot> {
    const { path } = place
    const item = along[path.length] ?? null
    const above = path.length ? along[path.length - 1] : undefined
    const folder = above?.isFolder ? above : null
    const name = (path.at(-1) ?? '').normalize('NFC')
    const scratchPlace = { personId: clientSession.actor.id, folderId: folder?.hash ?? '', name }
    const isScratch = !item && folder !== null && isScratchName(name)
    const scratch = isScratch ? { place: scratchPlace, found: await store.scratch(scratchPlace) } : null
    return { place, along, item, folder, scratch }
  }

  /** Locks on any of these items; none in a space that had none when the request entered it. */
  const locksOn = async ({ space }: Tree, ids: readonly string[]): Promise<LockRow[]> =>
    space.hasLocks ? files.locks.on(space.id, ids) : []
  const locksBelow = async ({ space }: Tree, folderId: string): Promise<LockRow[]> =>
    space.hasLocks ? files.locks.below(space.id, folderId) : []

  /** The locks that cover the item at a spot. */
  async function locksAt(tree: Tree, spot: Spot): Promise<LockRow[]> {
    const way = wayOf(spot)
    return coveringOf(await locksOn(tree, way), way)
  }

  async function stateAt(visit: Visit, resource: string): Promise<State> {
    const none = { etag: '', tokens: new Set<string>() }
    try {
      const { identifier, path } = resource ? placeIn(resource, visit.request.headers.host) : visit.place
      if (identifier?.toLowerCase() !== visit.place.identifier.toLowerCase()) return none
      const spot = resource ? await spotAt(visit.tree, visit.clientSession, { identifier, path }) : visit
      const locks = await locksAt(visit.tree, spot)
      const etag = spot.item?.etag ?? spot.scratch?.found?.etag ?? ''
      return { etag, tokens: new Set(locks.map(tokenOf)) }
    } catch (error) {
      // The state of a resource elsewhere is unknown.
      if (error instanceof Failure && error.refusal === 'davElsewhere') return none
      throw error
    }
  }

  /** Checks the preconditions of a request. Throws davPrecondition. */
  async function demandAsThought(visit: Visit): Promise<void> {
    const { lists, request, item, scratch } = visit
    const states = new Map<string, State>()
    for (const { resource } of lists) if (!states.has(resource)) states.set(resource, await stateAt(visit, resource))
    const isAsThought = !lists.length || holdsIn(lists, (resource) => states.get(resource) as State)
    const etag = item?.etag ?? scratch?.found?.etag ?? null
    const [match, noneMatch] = [headerOf(request, 'if-match'), headerOf(request, 'if-none-match')]
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (
      !isAsThought ||
      (match !== undefined && !namesEtag(match, etag)) ||
      (!isRead && noneMatch !== undefined && namesEtag(noneMatch, etag))
    )
      throw new Failure('davPrecondition')
  }

  /** Throws davLocked unless the request names one of the sender's own tokens for the locks. */
  function demandTokens({ lists, clientSession }: Visit, locks: readonly LockRow[]): void {
    const tokens = tokensIn(lists)
    const isOpen =
      !locks.length || locks.some((lock) => lock.personId === clientSession.actor.id && tokens.has(tokenOf(lock)))
    if (isOpen) return
    const person = locks[0]?.personName ?? ''
    throw new Failure('davLocked', { values: { person } })
  }

  return {
    spotAt,
    spotOf,
    locksOn,
    locksAt,
    demandAsThought,
    /** Checks that locks allow a change of the item. */
    async demandOpen(visit: Visit, spot: Spot = visit): Promise<void> {
      demandTokens(visit, await locksAt(visit.tree, spot))
    },
    /** Checks that locks allow adding to the folder of a spot, or removing from it. */
    async demandOpenFolder(visit: Visit, { along, place }: Spot = visit): Promise<void> {
      const way = along.slice(0, place.path.length).map(({ hash }) => hash)
      demandTokens(visit, coveringOf(await locksOn(visit.tree, way), way))
    },
    /** Checks that locks allow changes of everything below a folder: the request must name the token of each. */
    async demandOpenBelow(visit: Visit, { item }: Spot = visit): Promise<void> {
      if (!item?.isFolder) return
      const below = await locksBelow(visit.tree, item.hash)
      for (const together of Map.groupBy(below, ({ itemId }) => itemId).values()) demandTokens(visit, together)
    },
    /** Ends the locks of a removed item. */
    async endLocks({ tree }: Visit, { item }: Spot): Promise<void> {
      if (!item) return
      const gone = [...(await locksOn(tree, [item.hash])), ...(item.isFolder ? await locksBelow(tree, item.hash) : [])]
      if (gone.length) await files.locks.end(gone.map(({ token }) => token))
    },
  }
}
export type VisitRules = ReturnType<typeof visitRules>

/** Whether a list of entity tags includes this one; `*` matches any existing one. Source: RFC 9110 section 13.1. */
const namesEtag = (header: string, etag: string | null): boolean =>
  etag !== null && (header.trim() === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag))

/** The parsed `If` header of a request. */
export const listsOf = (request: FastifyRequest): List[] => {
  const header = headerOf(request, 'if')
  return header === undefined ? [] : parseIf(header)
}
