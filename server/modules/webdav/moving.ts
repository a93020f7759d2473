import type { FastifyReply } from 'fastify'
import { Failure } from '#server/failure.ts'
import { hrefOf, placeIn } from './address.ts'
import { hasBody } from './body.ts'
import type { DavStore } from './store.ts'
import { depthOf, headerOf, type Spot, type Visit, type VisitRules } from './visit.ts'

type Needs = { store: DavStore; now: () => Date; newId: () => string }

/** Whether one path is the same as the other, or below it. */
const isWithin = (path: readonly string[], above: readonly string[]): boolean =>
  above.every((name, at) => path[at]?.normalize('NFC') === name.normalize('NFC'))

/** Folders, deleting, moving and copying. */
export function movingRules({ store, now, newId }: Needs, rules: VisitRules) {
  async function mkcol(visit: Visit): Promise<FastifyReply> {
    const { request, reply, item, folder, place, tree } = visit
    if (hasBody(request)) throw new Failure('davMedia')
    if (item) throw new Failure('davMethod')
    if (!folder) throw new Failure('folderGone')
    await rules.demandAsThought(visit)
    await rules.demandOpenFolder(visit)
    await tree.makeFolder(place.path)
    return reply.status(201).send()
  }

  async function remove(visit: Visit): Promise<FastifyReply> {
    const { request, reply, item, scratch, place, tree } = visit
    if (!place.path.length) throw new Failure('davMethod')
    if (!item && !scratch?.found) throw new Failure('fileGone')
    const depth = depthOf(request)
    if (item?.isFolder && depth !== 'infinity') throw new Failure('davInvalid')
    await rules.demandAsThought(visit)
    await demandGoing(visit, visit)
    if (item) {
      await tree.remove(item)
      await rules.endLocks(visit, visit)
    } else if (scratch?.found) await store.endScratch(scratch.found.id)
    return reply.status(204).send()
  }

  /** Checks that an item with everything below it may be removed from its place. */
  async function demandGoing(visit: Visit, spot: Spot): Promise<void> {
    await rules.demandOpen(visit, spot)
    await rules.demandOpenBelow(visit, spot)
    if (spot.item) await rules.demandOpenFolder(visit, spot)
  }

  /** Target of a move or copy. Throws davElsewhere for another space: clients then download and upload instead. */
  async function targetOf({ request, clientSession, place, goal }: Visit): Promise<Spot> {
    const header = headerOf(request, 'destination')
    if (header === undefined) throw new Failure('davInvalid')
    const { identifier, path } = placeIn(header, request.headers.host)
    if (!goal || identifier?.toLowerCase() !== place.identifier.toLowerCase()) throw new Failure('davElsewhere')
    return rules.spotOf(goal, clientSession, { identifier, path })
  }

  /** A scratch file moves only to a name that is a scratch name too. */
  async function relocateScratch(visit: Visit, target: Spot, isMove: boolean): Promise<FastifyReply> {
    const { scratch, reply } = visit
    if (!scratch?.found) throw new Failure('fileGone')
    if (!target.scratch) throw new Failure('fileNameInvalid', { values: { name: target.place.path.at(-1) ?? '' } })
    const { place, found } = target.scratch
    if (isMove) {
      await demandGoing(visit, visit)
      await store.moveScratch(scratch.found.id, place)
    } else {
      const content = await store.openScratch(scratch.found.id, now())
      const isKept = await store.keepScratch(place, { id: newId(), content, at: now() })
      if (!isKept) throw new Failure('davPropertiesFull')
    }
    return reply.status(found ? 204 : 201).send()
  }

  type Going = { isMove: boolean; target: Spot; overwrite: boolean; deep: boolean }

  async function going(visit: Visit, isMove: boolean): Promise<Going> {
    const { request, item, place } = visit
    const target = await targetOf(visit)
    const depth = depthOf(request)
    if (depth !== 'infinity' && (isMove || depth !== '0') && item?.isFolder) throw new Failure('davInvalid')
    const overwrite = (headerOf(request, 'overwrite')?.trim().toUpperCase() ?? 'T') !== 'F'
    const [from, to] = [place.path, target.place.path]
    const isInto = isWithin(to, from) || isWithin(from, to)
    if (!from.length || !to.length || isInto)
      throw new Failure('folderIntoItself', { values: { name: item?.name ?? '' } })
    if (!target.folder) throw new Failure('folderGone')
    if (target.item && !overwrite) throw new Failure('davPrecondition')
    return { isMove, target, overwrite, deep: depth === 'infinity' }
  }

  async function relocate(visit: Visit, isMove: boolean): Promise<FastifyReply> {
    const { reply, item, scratch, tree } = visit
    if (!item && !scratch?.found) throw new Failure('fileGone')
    const { target, overwrite, deep } = await going(visit, isMove)
    await rules.demandAsThought(visit)
    if (!item) return relocateScratch(visit, target, isMove)
    if (isMove) await demandGoing(visit, visit)
    await rules.demandOpen(visit, target)
    if (target.item) await rules.demandOpenBelow(visit, target)
    else await rules.demandOpenFolder(visit, target)
    const { place, along: way } = target
    const { path, identifier } = place
    const { isNew } = isMove
      ? await tree.move(item, path, overwrite, way)
      : await tree.copy(item, path, { overwrite, deep, way })
    if (isMove) await rules.endLocks(visit, visit)
    const href = hrefOf({ identifier, path }, item.isFolder)
    return reply
      .status(isNew ? 201 : 204)
      .header('location', href)
      .send()
  }

  return {
    mkcol,
    remove,
    move: (visit: Visit) => relocate(visit, true),
    copy: (visit: Visit) => relocate(visit, false),
  }
}
