import { BYTES_PER_GB, COVER_PX, gbOf } from '#contract/core/limits.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import { can } from '#contract/core/policy.ts'
import type { spaces } from '#contract/spaces.ts'
import { Failure } from '#server/failure.ts'
import type { By } from '#server/http/context.ts'
import { textOf } from '#server/http/texts.ts'
import { noteHeld } from '#server/modules/legal-holds/index.ts'
import { type Tx, transact } from '#server/storage/database.ts'
import { lockSpace } from '#server/storage/locks.ts'
import { publishMembersGone, publishSpaceChange } from '#server/storage/space-changes.ts'
import type { SpaceNeeds } from './needs.ts'
import { limitSpaceChanges } from './rate-limit.ts'
import { policyContextOf, type SpaceRow } from './rows.ts'
import type { Change } from './store.ts'

/** Most members notified of a deleted space, owner and senior ones first (our choice). */
const MEMBERS_NOTIFIED_MAX = 1000

type Wish = { name?: string; introduction?: string; tags?: string[]; cover?: string }
/** The request for storage that was approved. */
type CapacityRequest = { id: string; applicant: string }
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The fields of a wish that differ from the space; duplicate tags are dropped. */
export function changesOf(row: SpaceRow, { tags, ...wish }: Wish): Change {
  const wanted: Wish = { ...wish, ...(tags && { tags: [...new Set(tags)] }) }
  const differing = Object.entries(wanted).filter(
    ([field, value]) => value !== undefined && !same(value, row[field as keyof Wish]),
  )
  return Object.fromEntries(differing)
}

/** Details for the journal: the fields, the old and new name, and the change of the cover. */
const detailsOf = (row: SpaceRow, change: Change): Record<string, string> => ({
  fields: Object.keys(change).join(','),
  ...(change.name !== undefined && { from: row.name, to: change.name }),
  ...(change.cover !== undefined && { cover: change.cover ? 'set' : 'removed' }),
})
const targetOf = ({ id, name }: SpaceRow) => ({ id, name })
export function spaceChanges({ db, bus, store, memberStore, guard, settings, ...needs }: SpaceNeeds) {
  const { approvals, journal, messages, audit, now } = needs

  /**
   * Changes the capacity in GB, by a request or by hand, with entries in the space's journal and in the audit log. By
   * hand, the owner is told.
   */
  async function giveCapacity(
    tx: Tx,
    row: SpaceRow,
    sizeGb: number,
    { actor, caller, approval }: By & { approval?: CapacityRequest },
  ): Promise<void> {
    const sizeNow = gbOf(row.capacity_bytes)
    if (sizeGb === sizeNow) return
    await store.update(tx, row.id, { capacity_bytes: sizeGb * BYTES_PER_GB })
    const details = { from: String(sizeNow), to: String(sizeGb) }
    await journal.record(tx, [{ spaceId: row.id, action: 'capacityChanged', doer: actor, details }])
    const asked = approval && { applicant: approval.applicant, requestId: approval.id }
    const sizes = { before: { size: sizeNow }, after: { size: sizeGb, ...asked } }
    audit.record(tx, { action: 'spaceResized', actor, caller, target: targetOf(row), ...sizes })
    // Who asked for it gets the answer to the request.
    if (approval || row.owner_id === actor.id) return
    const values = { space: row.name, formerSize: sizeNow, size: sizeGb }
    const link = `/space/${row.id}/details`
    await messages.notify(tx, { kind: 'spaceResized', to: [row.owner_id], spaceId: row.id, values, link })
  }

  /** Only administrators change the capacity, never below the used and reserved bytes. */
  async function resize(tx: Tx, row: SpaceRow, sizeGb: number, by: By): Promise<void> {
    const { used_bytes, reserved_bytes } = await store.holdUsage(tx, row.id)
    if (sizeGb * BYTES_PER_GB < used_bytes + reserved_bytes) throw new Failure('capacityBelowUse')
    await giveCapacity(tx, row, sizeGb, by)
  }

  async function edit({ id, size, cover, ...wish }: ParsedOf<typeof spaces.edit>, by: By): Promise<SpaceRow> {
    const { actor } = by
    const seen = await guard.demand(id, actor, 'space.edit')
    if (size !== undefined && !can(actor, 'space.resize', policyContextOf(seen))) throw new Failure('spaceRightMissing')
    const drawn = cover ? await settings.pictures.draw(cover, COVER_PX, actor.id) : null
    const address = drawn?.address ?? cover
    await guard.change(id, actor, 'space.edit', async (tx, row) => {
      const change = changesOf(row, { ...wish, ...(address !== undefined && { cover: address }) })
      if (Object.keys(change).length) {
        if (drawn && change.cover) await settings.pictures.keep(tx, drawn)
        await store.update(tx, id, change)
        const details = detailsOf(row, change)
        await journal.record(tx, [{ spaceId: id, action: 'edited', doer: actor, details }])
      }
      if (size !== undefined) await resize(tx, row, size, by)
      await publishSpaceChange(bus, id, tx)
    })
    return guard.see(id, actor)
  }

  async function setCapacity({ id, size }: { id: string; size: number }, by: By): Promise<void> {
    await guard.change(id, by.actor, 'space.resize', async (tx, row) => {
      await resize(tx, row, size, by)
      await publishSpaceChange(bus, id, tx)
    })
  }

  /** Rejects all join requests with the reason, when joining is no longer possible. */
  async function endRequests(tx: Tx, row: SpaceRow, text: 'spaces.becamePrivate' | 'spaces.deleted'): Promise<void> {
    const why = { zh: textOf('zh', text), en: textOf('en', text) }
    const waiting = await store.endRequests(tx, row.id, now(), why)
    for (const language of ['zh', 'en'] as const) {
      const to = waiting.filter((applicant) => applicant.language === language).map(({ id }) => id)
      const values = { space: row.name, reason: why[language] }
      await messages.notify(tx, { kind: 'joinRejected', to, spaceId: row.id, values })
    }
  }

  async function setType({ id, type }: ParsedOf<typeof spaces.setType>, { actor, caller }: By): Promise<SpaceRow> {
    await guard.change(id, actor, 'space.setType', async (tx, row) => {
      if (row.type === type) return
      await limitSpaceChanges(tx, { spaceId: id, what: 'type', at: now() })
      await store.update(tx, id, { type })
      if (type === 'private') await endRequests(tx, row, 'spaces.becamePrivate')
      const details = { from: row.type, to: type }
      await journal.record(tx, [{ spaceId: id, action: 'typeChanged', doer: actor, details }])
      const types = { before: { type: row.type }, after: { type } }
      audit.record(tx, { action: 'spaceTypeChanged', actor, caller, target: targetOf(row), ...types })
      await publishSpaceChange(bus, id, tx)
    })
    return guard.see(id, actor)
  }

  /** Deletes a space with everything in it, and notifies its members up to a limit. */
  async function removeHeld(tx: Tx, row: SpaceRow, { actor, caller }: By): Promise<void> {
    const to = await memberStore.firstOnes(tx, row.id, actor.id, MEMBERS_NOTIFIED_MAX)
    const values = { space: row.name, person: actor.name }
    await messages.notify(tx, { kind: 'spaceDeleted', to, spaceId: row.id, values })
    await endRequests(tx, row, 'spaces.deleted')
    await approvals.endIn(tx, row.id, actor.id)
    // Published while the members are still known: the event names them.
    await publishMembersGone(bus, row.id, await memberStore.everyone(tx, row.id), tx)
    await store.remove(tx, row.id)
    const before = { identifier: row.identifier, type: row.type, usedBytes: row.used_bytes }
    audit.record(tx, { action: 'spaceDeleted', actor, caller, target: targetOf(row), before })
  }

  async function remove({ id, identifier }: ParsedOf<typeof spaces.remove>, by: By): Promise<null> {
    const { actor, caller } = by
    const target = targetOf(await guard.demand(id, actor, 'space.delete'))
    const work = async (tx: Tx) => {
      await guard.holdOffice(tx, id, actor, 'space.delete')
      // The space's lock is taken before its row, as changes of files do.
      await lockSpace(tx, id)
      const row = await guard.hold(tx, id, actor)
      guard.judge(row, actor, 'space.delete')
      if (row.identifier !== identifier) throw new Failure('spaceConfirmWrong')
      await removeHeld(tx, row, by)
    }
    await noteHeld(audit, { action: 'spaceDeleted', actor, caller, target }, () => transact(db, work))
    return null
  }

  /** Decisions of administrators about a space, in the caller's transaction, which locks the row. */
  const decisions = {
    open: async (tx: Tx, id: string, sizeGb: number): Promise<void> => {
      await store.update(tx, id, { status: 'normal', reason: '', capacity_bytes: sizeGb * BYTES_PER_GB })
    },
    /** Gives the capacity of a request. */
    enlarge: async (tx: Tx, id: string, sizeGb: number, by: By & { approval: CapacityRequest }): Promise<void> =>
      giveCapacity(tx, await guard.hold(tx, id, by.actor), sizeGb, by),
    reject: async (tx: Tx, id: string, reason: string): Promise<void> => {
      await store.update(tx, id, { status: 'failed', reason })
    },
    remove: async (tx: Tx, id: string, by: By): Promise<void> => removeHeld(tx, await guard.hold(tx, id, by.actor), by),
    setStatus: store.setStatus,
  }

  return { edit, setCapacity, setType, remove, decisions }
}
