import { SHARE_KEEP_DAYS, SHARE_VISIT_MS, SHARE_VISITS_DAYS } from '#contract/core/limits.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import { can } from '#contract/core/policy.ts'
import { DAY_MS } from '#contract/core/time.ts'
import type { ShareVisit, shares } from '#contract/shares.ts'
import { deviceOf } from '#server/http/agent.ts'
import type { ByActor, SignedIn } from '#server/http/context.ts'
import { decodeCursor } from '#server/storage/cursor.ts'
import { makeRules } from './make.ts'
import { receiptOf } from './receipt.ts'
import { type MakerNeeds, shareRecords } from './records.ts'
import type { VisitRow } from './store.ts'

function visitOf(row: VisitRow): ShareVisit {
  return {
    id: String(row.id),
    at: row.at.toISOString(),
    action: row.action,
    personName: row.person_name,
    address: row.address,
    ...deviceOf(row.agent),
    itemName: row.item_name,
    bytes: row.bytes,
  }
}

/** Share links for those who make them. */
export function makerService(needs: MakerNeeds) {
  const { store, boxes, spaces, now } = needs
  const { shareOf, answerable } = shareRecords(needs)

  async function list(query: ParsedOf<typeof shares.list>, { actor }: ByActor) {
    const page = await store.ofPerson(actor.id, query, now())
    return { ...page, list: page.list.map((row) => shareOf(row, actor)) }
  }

  async function ofSpace({ spaceId, ...query }: ParsedOf<typeof shares.ofSpace>, { actor }: ByActor) {
    const space = await spaces.demand(spaceId, actor, 'space.shares')
    const page = await store.ofSpace(space.id, query, now())
    return { ...page, list: page.list.map((row) => shareOf(row, actor)) }
  }

  async function ofItem({ spaceId, hash, ...query }: ParsedOf<typeof shares.ofItem>, { actor }: ByActor) {
    const space = await spaces.enter(spaceId, actor)
    const personId = can(actor, 'space.shares', space.policyContext) ? null : actor.id
    const page = await store.ofItem({ spaceId: space.id, hash, personId }, { ...query, state: 'all' }, now())
    return { ...page, list: page.list.map((row) => shareOf(row, actor)) }
  }

  async function visits({ id, after, size }: ParsedOf<typeof shares.visits>, actor: SignedIn) {
    if (after) decodeCursor(after, store.VisitKey)
    await answerable(id, actor)
    const page = await store.visits(id, { after, size })
    return { ...page, list: page.list.map(visitOf) }
  }

  async function receipts({ id, after, size }: ParsedOf<typeof shares.receipts>, { actor }: ByActor) {
    if (after) decodeCursor(after, boxes.Key)
    await answerable(id, actor)
    const page = await boxes.page(id, { after, size })
    return { ...page, list: page.list.map(receiptOf) }
  }

  const before = (days: number) => new Date(now().getTime() - days * DAY_MS)
  const sweep = async () =>
    (await store.sweep(before(SHARE_VISITS_DAYS), before(SHARE_KEEP_DAYS))) +
    (await boxes.sweep(new Date(now().getTime() - SHARE_VISIT_MS)))

  return { ...makeRules(needs), list, ofSpace, ofItem, visits, receipts, sweep }
}
