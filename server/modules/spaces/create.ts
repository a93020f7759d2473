import { BYTES_PER_GB, COVER_PX, gbOf, SPACES_A_DAY } from '#contract/core/limits.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import { can } from '#contract/core/policy.ts'
import { DAY_MS } from '#contract/core/time.ts'
import { freeSizeOf } from '#contract/settings.ts'
import { isReserved, type spaces } from '#contract/spaces.ts'
import { Failure } from '#server/failure.ts'
import type { By, SignedIn } from '#server/http/context.ts'
import { type Tx, transact } from '#server/storage/database.ts'
import { consumeRateLimit } from '#server/storage/rate-limit.ts'
import { publishSpaceChange } from '#server/storage/space-changes.ts'
import { uniqueAs } from '#server/storage/unique.ts'
import { changesOf } from './change.ts'
import { insertSpace } from './insert-store.ts'
import type { SpaceNeeds } from './needs.ts'
import type { SpaceRow } from './rows.ts'

/** Terms of a new space: its capacity, and whether an administrator must approve it. */
type Terms = { sizeGb: number; needsApproval: boolean }

export function spaceCreation(needs: SpaceNeeds) {
  const { db, bus, store, guard, settings, approvals, journal, audit, now, newId } = needs

  /**
   * Administrators choose any size. Others get up to the size that the settings leave free; more must be approved, where
   * spaces are approved.
   * Throws spaceSizeForbidden.
   */
  async function termsOf(actor: SignedIn, wanted: number | undefined): Promise<Terms> {
    const [defaults, switches] = await Promise.all([settings.spaceDefaults(), settings.approvalSwitches()])
    const sizeGb = wanted ?? defaults.size
    if (can(actor, 'space.createUnasked', null)) return { sizeGb, needsApproval: false }
    const size = freeSizeOf(defaults)
    if (sizeGb > size && !switches.space) throw new Failure('spaceSizeForbidden', { values: { size } })
    return { sizeGb, needsApproval: switches.space }
  }

  const askFor = (
    tx: Tx,
    space: { id: string; name: string; identifier: string },
    applicant: SignedIn,
    wish: { sizeGb: number; reason: string },
  ) => approvals.ask(tx, { kind: 'space', space, applicant, ...wish })

  async function create(draft: ParsedOf<typeof spaces.create>, { actor, caller }: By): Promise<SpaceRow> {
    if (!can(actor, 'space.create', null)) throw new Failure('spaceCreateForbidden')
    const { sizeGb, needsApproval } = await termsOf(actor, draft.size)
    const flags = await settings.defaultFlags()
    if (isReserved(draft.identifier)) throw new Failure('spaceIdentifierTaken')
    const cover = draft.cover ? await settings.pictures.draw(draft.cover, COVER_PX, actor.id) : null
    const space = { id: newId(), name: draft.name, identifier: draft.identifier }
    const make = async (tx: Tx) => {
      const rate = { limit: SPACES_A_DAY, withinMs: DAY_MS, at: now() }
      if (await consumeRateLimit(tx, `space ${actor.id}`, rate)) throw new Failure('spacesADay')
      await insertSpace(tx, {
        ...space,
        rootId: newId(),
        introduction: draft.introduction ?? '',
        tags: [...new Set(draft.tags)],
        type: draft.type,
        status: needsApproval ? 'pending' : 'normal',
        capacityBytes: sizeGb * BYTES_PER_GB,
        ownerId: actor.id,
        createdAt: now(),
        cover: cover?.address ?? '',
        flags,
      })
      if (cover) await settings.pictures.keep(tx, cover)
      await journal.record(tx, [
        { spaceId: space.id, action: 'created', doer: actor, item: { id: space.id, name: space.name } },
      ])
      if (needsApproval) await askFor(tx, space, actor, { sizeGb, reason: draft.reason ?? '' })
      const status = needsApproval && { status: 'pending' }
      const after = { identifier: draft.identifier, type: draft.type, size: sizeGb, ...status }
      audit.record(tx, { action: 'spaceCreated', actor, caller, target: { id: space.id, name: space.name }, after })
    }
    await uniqueAs({ space_identifier_key: 'spaceIdentifierTaken' }, () => transact(db, make))
    return guard.see(space.id, actor)
  }

  /** Submits a rejected space again; it opens at once when approval is no longer required. */
  async function resend(
    { id, size, type, cover, reason = '', ...change }: ParsedOf<typeof spaces.resend>,
    { actor }: By,
  ): Promise<SpaceRow> {
    await guard.demand(id, actor, 'space.resend')
    if (!can(actor, 'space.create', null)) throw new Failure('spaceCreateForbidden')
    const terms = await termsOf(actor, size)
    const { needsApproval } = terms
    const drawn = cover ? await settings.pictures.draw(cover, COVER_PX, actor.id) : null
    const address = drawn?.address ?? cover
    await guard.change(id, actor, 'space.resend', async (tx, row) => {
      // The earlier requested size is kept, unless another one is given.
      const sizeGb = needsApproval && size === undefined ? gbOf(row.capacity_bytes) : terms.sizeGb
      await store.update(tx, id, {
        ...changesOf(row, { ...change, ...(address !== undefined && { cover: address }) }),
        ...(type && { type }),
        capacity_bytes: sizeGb * BYTES_PER_GB,
        status: needsApproval ? 'pending' : 'normal',
        reason: '',
      })
      if (drawn) await settings.pictures.keep(tx, drawn)
      await journal.record(tx, [{ spaceId: id, action: 'resent', doer: actor }])
      if (needsApproval) await askFor(tx, { ...row, name: change.name ?? row.name }, actor, { sizeGb, reason })
      await publishSpaceChange(bus, id, tx)
    })
    return guard.see(id, actor)
  }

  return { create, resend }
}
