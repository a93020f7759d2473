import type { FastifyInstance, FastifyRequest } from 'fastify'
import { VIEW_AGAIN_MS } from '#contract/core/limits.ts'
import type { VisitAction } from '#contract/shares.ts'
import { firstWithin } from '#server/concurrency/first-within.ts'
import { writeBuffer } from '#server/concurrency/write-buffer.ts'
import { callerOf } from '#server/http/caller.ts'
import { networkPrefixOf } from '#server/http/network-prefix.ts'
import { entriesOf, itemsIn, type NodeRow } from '#server/modules/files/index.ts'
import type { Doer, Journal } from '#server/modules/journal/index.ts'
import type { SpaceService } from '#server/modules/spaces/index.ts'
import { shortAddress } from './address.ts'
import type { NewVisit, ShareStore } from './store.ts'

/** Buffer of visits: milliseconds until a write, and most entries while the database is unavailable. */
const LATER = { afterMs: 2000, at: 500, max: 20_000 }
/** Most visitors that a process remembers. */
const KNOWN_MAX = 100_000

type Needs = {
  store: ShareStore
  journal: Journal
  spaces: Pick<SpaceService, 'countDownload'>
  now: () => Date
}
type What = { share: { id: string }; action: VisitAction; item?: { id: string; name: string; size: number } }
type Taken = {
  share: { id: string; space_id: string }
  nodes: readonly NodeRow[]
  placeOf: (node: NodeRow) => { id: string; path: string }
}

/** Records visits of links: each action of a visitor once an hour, without delaying the request. */
export function visitNotes(app: FastifyInstance, { store, journal, spaces, now }: Needs) {
  const isFirst = firstWithin(VIEW_AGAIN_MS, KNOWN_MAX, now)
  const { later, flushed } = writeBuffer<NewVisit>({
    ...LATER,
    write: store.insertVisits,
    onError: (error, visits) => app.log.warn({ err: error, visits }, 'visits of links wait'),
  })
  app.addHook('onClose', flushed)

  function note(request: FastifyRequest, { share, action, item }: What, isEach = false): boolean {
    const visitor = request.actor?.id ?? networkPrefixOf(request.ip)
    const isNew = isFirst(`${visitor} ${share.id} ${action} ${item?.id ?? ''}`)
    if (!isNew && !isEach) return false
    const { address, agent } = callerOf(request)
    later({
      share_id: share.id,
      at: now(),
      action,
      person_id: request.actor?.id ?? null,
      person_name: request.actor?.name ?? '',
      address: shortAddress(address),
      agent,
      item_name: item?.name ?? '',
      bytes: item?.size ?? 0,
    })
    return isNew
  }

  /** Downloads through a link are recorded in the journal of their space too. */
  function downloaded(request: FastifyRequest, { share, nodes, placeOf }: Taken): void {
    const fresh = nodes.filter((node) => note(request, { share, action: 'downloaded', item: node }))
    if (!fresh.length) return
    spaces.countDownload(share.space_id)
    const doer: Doer = { id: request.actor?.id ?? null, name: request.actor?.name ?? '', channel: 'share' }
    const said = { spaceId: share.space_id, action: 'downloaded' as const, doer }
    for (const entry of entriesOf(fresh, placeOf, (place, together) => ({ ...said, ...itemsIn(place, together) })))
      journal.later(entry)
  }

  return { note, downloaded, flushed }
}
export type VisitNotes = ReturnType<typeof visitNotes>
