import { BYTES_PER_GB, COVER_PX, MEMBERS_TOLD_MAX } from '#contract/limits.ts'
import type { ParsedOf } from '#contract/operation.ts'
import { can } from '#contract/policy.ts'
import type { spaces } from '#contract/spaces.ts'
import { Failure } from '#server/failure.ts'
import { textOf } from '#server/http/texts.ts'
import { holdAdministrator } from '#server/modules/people/index.ts'
import { type Tx, transact } from '#server/storage/database.ts'
import { lockSpace } from '#server/storage/locks.ts'
import { tellSpaceChange } from '#server/storage/space-changes.ts'
import type { By, SpaceNeeds } from './needs.ts'
import { factsOf, type SpaceRow } from './rows.ts'
import type { Change } from './store.ts'

type Wish = { name?: string; introduction?: string; tags?: string[]; cover?: string }
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** What of a wish makes a space another one than it is; a tag counts once. */
export function changesOf(row: SpaceRow, { tags, ...wish }: Wish): Change {
  const wanted: Wish = { ...wish, ...(tags && { tags: [...new Set(tags)] }) }
  const differing = Object.entries(wanted).filter(
    ([field, value]) => value !== undefined && !same(value, row[field as keyof Wish]),
  )
  return Object.fromEntries(differing)
}

/** As a journal shows it: the fields, the name before and after, and what became of the cover. */
const detailsOf = (row: SpaceRow, change: Change): Record<string, string> => ({
  fields: Object.keys(change).join(','),
  ...(change.name !== undefined && { from: row.name, to: change.name }),
  ...(change.cover !== undefined && { cover: change.cover ? 'set' : 'removed' }),
})
const targetOf = ({ id, name }: SpaceRow) => ({ id, name })
/** Its capacity in GB. */
export const gbOf = (row: SpaceRow) => Math.round(row.capacity_bytes / BYTES_PER_GB)

export function spaceChanges({ db, bus, store, memberStore, door, settings, ...needs }: SpaceNeeds) {
  const { journal, messages, audit, now } = needs

  /** Another capacity in GB, an administrator's to give, never below what is used. */
  async function resize(tx: Tx, row: SpaceRow, sizeGb: number, { actor, caller }: By): Promise<void> {
    const { used_bytes } = await store.holdUsage(tx, row.id)
    if (sizeGb * BYTES_PER_GB < used_bytes) throw new Failure('capacityBelowUse')
    if (sizeGb === gbOf(row)) return
    await store.update(tx, row.id, { capacity_bytes: sizeGb * BYTES_PER_GB })
    const details = { from: String(gbOf(row)), to: String(sizeGb) }
    await journal.record(tx, [{ spaceId: row.id, action: 'capacityChanged', doer: actor, details }])
    const sizes = { before: { size: gbOf(row) }, after: { size: sizeGb } }
    audit.record(tx, { action: 'spaceResized', actor, caller, target: targetOf(row), ...sizes })
  }

  async function edit({ id, size, cover, ...wish }: ParsedOf<typeof spaces.edit>, by: By): Promise<SpaceRow> {
    const { actor } = by
    const seen = await door.demand(id, actor, 'space.edit')
    if (size !== undefined && !can(actor, 'space.resize', factsOf(seen))) throw new Failure('spaceRightMissing')
    const address = cover ? await settings.pictures.keep(db, cover, COVER_PX) : cover
    await door.change(id, actor, 'space.edit', async (tx, row) => {
      const change = changesOf(row, { ...wish, ...(address !== undefined && { cover: address }) })
      if (Object.keys(change).length) {
        await store.update(tx, id, change)
        const details = detailsOf(row, change)
        await journal.record(tx, [{ spaceId: id, action: 'edited', doer: actor, details }])
      }
      if (size !== undefined) await resize(tx, row, size, by)
      await tellSpaceChange(bus, id, tx)
    })
    return door.see(id, actor)
  }

  async function resizeAlone({ id, size }: { id: string; size: number }, by: By): Promise<void> {
    await door.change(id, by.actor, 'space.resize', async (tx, row) => {
      await holdAdministrator(tx, by.actor)
      await resize(tx, row, size, by)
      await tellSpaceChange(bus, id, tx)
    })
  }

  /** Nobody can join a private space: whoever waits is told so. */
  async function endRequests(tx: Tx, row: SpaceRow): Promise<void> {
    const why = { zh: textOf('zh', 'spaces.becamePrivate'), en: textOf('en', 'spaces.becamePrivate') }
    const waiting = await store.endRequests(tx, row.id, now(), why)
    for (const language of ['zh', 'en'] as const) {
      const to = waiting.filter((applicant) => applicant.language === language).map(({ id }) => id)
      await messages.tell(tx, { kind: 'joinRejected', to, values: { space: row.name, reason: why[language] } })
    }
  }

  async function setType({ id, type }: ParsedOf<typeof spaces.setType>, { actor, caller }: By): Promise<SpaceRow> {
    await door.change(id, actor, 'space.setType', async (tx, row) => {
      if (row.type === type) return
      await store.update(tx, id, { type })
      if (type === 'private') await endRequests(tx, row)
      const details = { from: row.type, to: type }
      await journal.record(tx, [{ spaceId: id, action: 'typeChanged', doer: actor, details }])
      const types = { before: { type: row.type }, after: { type } }
      audit.record(tx, { action: 'spaceTypeChanged', actor, caller, target: targetOf(row), ...types })
      await tellSpaceChange(bus, id, tx)
    })
    return door.see(id, actor)
  }

  /** Deletes a space with all that is in it; its people are told, the first of them if they are very many. */
  async function remove({ id, identifier }: ParsedOf<typeof spaces.remove>, { actor, caller }: By): Promise<null> {
    await door.demand(id, actor, 'space.delete')
    await transact(db, async (tx) => {
      // Whoever changes files waits in this queue: it comes before the row, as it does for them.
      await lockSpace(tx, id)
      const row = await door.hold(tx, id, actor)
      door.judge(row, actor, 'space.delete')
      if (row.identifier !== identifier) throw new Failure('spaceConfirmWrong')
      const to = await memberStore.firstOnes(tx, id, actor.id, MEMBERS_TOLD_MAX)
      await messages.tell(tx, { kind: 'spaceDeleted', to, values: { space: row.name, person: actor.name } })
      // Told while they are members: afterwards nobody is.
      await tellSpaceChange(bus, id, tx)
      await store.remove(tx, id)
      const before = { identifier: row.identifier, type: row.type, usedBytes: row.used_bytes }
      audit.record(tx, { action: 'spaceDeleted', actor, caller, target: targetOf(row), before })
    })
    return null
  }

  return { edit, resize: resizeAlone, setType, remove }
}
