import type { FastifyReply } from 'fastify'
import { LOCK_SECONDS } from '#contract/core/limits.ts'
import { Failure } from '#server/failure.ts'
import { demandFor, type FilesModule, type LockRow } from '#server/modules/files/index.ts'
import { type Db, type Tx, transact } from '#server/storage/database.ts'
import { lockSpace } from '#server/storage/locks.ts'
import type { Element } from '#server/xml.ts'
import { hrefOf } from './address.ts'
import { childrenOf, isNamed, xmlOf } from './body.ts'
import { serialised } from './element.ts'
import { tokensIn } from './if-header.ts'
import { activeLock, rootsOf } from './properties.ts'
import type { DavStore } from './store.ts'
import { coveringOf, depthOf, headerOf, type Spot, tokenOf, type Visit, type VisitRules, wayOf } from './visit.ts'

/** Most shared locks on one item and its parents: each is reported for everything below (our choice). */
export const LOCKS_ON_ONE = 16

/** Longest `owner` element of a lock, in characters. */
const OWNER_MAX = 4096
type Wish = { isShared: boolean; isDeep: boolean; owner: string; seconds: number }
type Needs = { db: Db; store: DavStore; files: FilesModule; now: () => Date; newId: () => string }

/** Requested duration of a lock: the first value in seconds counts. Source: RFC 4918 section 10.7. */
function secondsOf(header: string | undefined): number {
  const [, said] = /Second-(\d+)/i.exec(header ?? '') ?? []
  const wanted = said ? Number(said) : /infinite/i.test(header ?? '') ? LOCK_SECONDS.max : LOCK_SECONDS.unasked
  return Math.max(1, Math.min(wanted, LOCK_SECONDS.max))
}

function wishIn(body: Element, depth: string, seconds: number): Wish {
  if (!isNamed(body, 'lockinfo') || (depth !== '0' && depth !== 'infinity')) throw new Failure('davInvalid')
  const [scope, type, owner] = ['lockscope', 'locktype', 'owner'].map((name) => childrenOf(body, name)[0])
  const isShared = childrenOf(scope, 'shared').length > 0
  const isWrite = childrenOf(type, 'write').length > 0
  if ((!isShared && !childrenOf(scope, 'exclusive').length) || !isWrite) throw new Failure('davInvalid')
  const xml = owner ? serialised(owner) : ''
  if (xml.length > OWNER_MAX) throw new Failure('davInvalid')
  return { isShared, isDeep: depth === 'infinity', owner: xml, seconds }
}

/** Locks: RFC 4918 sections 6, 7, 9.10 and 9.11. */
export function lockingRules({ db, store, files, now, newId }: Needs, rules: VisitRules) {
  function answer(reply: FastifyReply, spot: Spot, locks: readonly LockRow[], status: number): FastifyReply {
    const { place, item, along } = spot
    const href = hrefOf(place, item?.isFolder ?? false)
    const active = rootsOf(locks, along, place.identifier, { id: '', href }).map(activeLock).join('')
    return reply
      .status(status)
      .type('application/xml; charset=utf-8')
      .send(
        `<?xml version="1.0" encoding="utf-8"?>\n<D:prop xmlns:D="DAV:"><D:lockdiscovery>${active}</D:lockdiscovery></D:prop>`,
      )
  }

  async function refresh(visit: Visit, seconds: number): Promise<FastifyReply> {
    const tokens = tokensIn(visit.lists)
    const meant = (await rules.locksAt(visit.tree, visit)).filter((lock) => tokens.has(tokenOf(lock)))
    const [lock] = meant.filter(({ personId }) => personId === visit.clientSession.actor.id)
    if (!lock) throw new Failure('davPrecondition')
    await files.locks.refresh(lock.token, seconds)
    return answer(visit.reply, visit, [{ ...lock, seconds, secondsLeft: seconds }], 200)
  }

  /** The item to lock: the existing one, or a new empty file. */
  async function made(visit: Visit): Promise<{ spot: Spot; isNew: boolean }> {
    const { item, scratch, folder, tree, clientSession, place } = visit
    if (item || scratch?.found) return { spot: visit, isNew: false }
    if (!folder || !place.path.length) throw new Failure('folderGone')
    await rules.demandOpenFolder(visit)
    if (scratch) await store.keepScratch(scratch.place, { id: newId(), content: Buffer.alloc(0), at: now() })
    else await tree.write(place.path, nothing(), { base: null })
    return { spot: await rules.spotAt(tree, clientSession, place), isNew: true }
  }

  /** Refuses a lock that conflicts with existing ones, also of the same person; shared locks are limited in number. */
  async function demandFree(tx: Tx, spaceId: string, spot: Spot, wish: Wish): Promise<void> {
    const [way, { item }] = [wayOf(spot), spot]
    const here = coveringOf(await files.locks.on(spaceId, way, tx), way)
    const below = wish.isDeep && item?.isFolder ? await files.locks.below(spaceId, item.hash, tx) : []
    const against = [...here, ...below].find((lock) => !lock.isShared || !wish.isShared)
    const [first] = against ? [against] : here.length < LOCKS_ON_ONE ? [] : here
    if (first) throw new Failure('davLockConflict', { values: { person: first.personName } })
  }

  async function take(visit: Visit, spot: Spot, wish: Wish): Promise<LockRow> {
    const { tree, clientSession } = visit
    const { actor } = clientSession
    const [itemId = ''] = wayOf(spot).slice(-1)
    const token = newId()
    const { policyContext } = tree.space
    if (spot.item) await demandFor(db, { actor, policyContext, permission: 'file.edit', nodes: [spot.item.node] })
    await transact(db, async (tx) => {
      await lockSpace(tx, tree.space.id)
      await demandFree(tx, tree.space.id, spot, wish)
      await files.locks.add(tx, { ...wish, token, itemId, spaceId: tree.space.id, personId: actor.id })
    })
    files.publishChange(tree.space.id, [spot.folder?.hash ?? itemId])
    const [lock] = (await files.locks.on(tree.space.id, [itemId])).filter((one) => one.token === token)
    if (!lock) throw new Failure('davPrecondition')
    return lock
  }

  async function lock(visit: Visit): Promise<FastifyReply> {
    const { request, reply, clientSession } = visit
    const body = await xmlOf(request, reply, clientSession.actor.id)
    const seconds = secondsOf(headerOf(request, 'timeout'))
    if (!body) return refresh(visit, seconds)
    const wish = wishIn(body, depthOf(request), seconds)
    await rules.demandAsThought(visit)
    const { spot, isNew } = await made(visit)
    const taken = await take(visit, spot, wish)
    reply.header('lock-token', `<${tokenOf(taken)}>`)
    return answer(reply, spot, [taken], isNew ? 201 : 200)
  }

  async function unlock(visit: Visit): Promise<FastifyReply> {
    const { request, reply, clientSession, tree } = visit
    const [, token] = /^\s*<([^>]+)>\s*$/.exec(headerOf(request, 'lock-token') ?? '') ?? []
    if (!token) throw new Failure('davInvalid')
    const held = (await rules.locksAt(tree, visit)).find((one) => tokenOf(one) === token)
    if (!held) throw new Failure('davTokenWrong')
    if (held.personId !== clientSession.actor.id)
      throw new Failure('fileForbidden', { values: { name: visit.item?.name ?? '' } })
    await files.locks.end([held.token])
    files.publishChange(tree.space.id, [visit.folder?.hash ?? held.itemId])
    return reply.status(204).send()
  }

  return { lock, unlock }
}

/** The content of a file created by locking it. */
async function* nothing(): AsyncGenerator<Buffer> {}
