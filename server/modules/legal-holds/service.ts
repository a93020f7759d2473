import type { ParsedOf } from '#contract/core/operation.ts'
import type { LegalHold, LegalHoldKind, legalHolds } from '#contract/legal-holds.ts'
import { Failure } from '#server/failure.ts'
import type { By } from '#server/http/context.ts'
import type { Audit } from '#server/modules/audit/index.ts'
import { holdAdministrator, type People } from '#server/modules/people/index.ts'
import { type Db, type Tx, transact } from '#server/storage/database.ts'
import { lockSpace } from '#server/storage/locks.ts'
import { endOf, type LegalHoldStore } from './store.ts'

type Needs = {
  db: Db
  store: LegalHoldStore
  audit: Pick<Audit, 'record'>
  people: Pick<People, 'lock'>
  now: () => Date
  newId: () => string
}

/** Administrators order that nothing of a space, an account or a dataset is deleted permanently. */
export function legalHoldService({ db, store, audit, people, now, newId }: Needs) {
  /** Waits for deletions that are under way, so that what a hold finds is what it keeps. */
  async function lockTarget(tx: Tx, kind: LegalHoldKind, id: string): Promise<string> {
    if (kind === 'person') await people.lock(tx, id)
    const name = await store.nameOf(tx, kind, id)
    if (name === undefined) throw new Failure('legalHoldTargetGone')
    if (kind === 'space') await lockSpace(tx, id)
    if (kind === 'dataset') await store.lockVersions(tx, id)
    return name
  }

  async function shown(tx: Tx, id: string): Promise<LegalHold> {
    const hold = await store.one(tx, id)
    if (!hold) throw new Failure('legalHoldGone')
    return hold
  }

  const place = ({ kind, targetId, reason, until }: ParsedOf<typeof legalHolds.place>, { actor, caller }: By) =>
    transact(db, async (tx) => {
      const [id, at] = [newId(), now()]
      if (until && endOf(until) <= at) throw new Failure('legalHoldPast')
      await holdAdministrator(tx, actor)
      const name = await lockTarget(tx, kind, targetId)
      await store.insert(tx, {
        id,
        kind,
        target_id: targetId,
        target_name: name,
        reason,
        placed_by: actor.id,
        placed_at: at,
        until: until ? endOf(until) : null,
        ended_by: null,
        ended_at: null,
      })
      const target = { id: targetId, name }
      audit.record(tx, { action: 'legalHoldPlaced', actor, caller, target, after: { kind, reason, until } })
      return shown(tx, id)
    })

  const end = ({ id, reason }: ParsedOf<typeof legalHolds.end>, { actor, caller }: By) =>
    transact(db, async (tx) => {
      await holdAdministrator(tx, actor)
      const { kind, target, ended } = await shown(tx, id)
      if (ended) throw new Failure('legalHoldGone')
      await store.end(tx, id, { ended_by: actor.id, ended_at: now(), end_reason: reason })
      audit.record(tx, { action: 'legalHoldEnded', actor, caller, target, after: { kind, reason } })
      return shown(tx, id)
    })

  return {
    list: store.page,
    targets: ({ kind, q }: ParsedOf<typeof legalHolds.targets>) => store.targets(kind, q),
    place,
    end,
  }
}
