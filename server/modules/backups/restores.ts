import type { backups } from '#contract/backups.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import { can } from '#contract/core/policy.ts'
import { semaphore } from '#server/concurrency/semaphore.ts'
import { Failure, orRefusal } from '#server/failure.ts'
import type { By, SignedIn } from '#server/http/context.ts'
import type { OutsidePolicy } from '#server/http/outside-address.ts'
import type { Audit } from '#server/modules/audit/index.ts'
import type { SpaceService } from '#server/modules/spaces/index.ts'
import { type Db, transact } from '#server/storage/database.ts'
import type { Seal } from '#server/storage/seal.ts'
import { beginOf, copiedItems } from './copied-items.ts'
import { knownManifest } from './known-manifest.ts'
import { withPlaces } from './opening.ts'
import type { PolicyStore } from './policy-store.ts'
import type { RunRows } from './run-rows-store.ts'
import type { RunStore } from './run-store.ts'

/** Copies that are looked into at a time (our choice). */
const AT_ONCE = 2
/** Longest reading of the rows of a copy for a list (our choice). */
const READ_MS = 120_000

type Needs = {
  db: Db
  audit: Audit
  spaces: Pick<SpaceService, 'demand' | 'isFree'>
  seal: Seal
  outside: OutsidePolicy
  policies: PolicyStore
  runs: RunStore
  rows: RunRows
  now: () => Date
  newId: () => string
  wake: () => void
}

/** Restores: who may see the copies of a space, and restore one. */
export function backupRestores(needs: Needs) {
  const { db, audit, seal, outside, spaces, policies, runs, rows, now, newId, wake } = needs
  const inTurn = semaphore(AT_ONCE)

  async function ofSpace({ spaceId, ...page }: ParsedOf<typeof backups.ofSpace>, { actor, language }: By) {
    await spaces.demand(spaceId, actor, 'space.backups')
    return rows.ofSpace(spaceId, page, language)
  }
  async function restores({ spaceId, ...page }: ParsedOf<typeof backups.restores>, { actor, language }: By) {
    await spaces.demand(spaceId, actor, 'space.backups')
    return rows.restores(spaceId, page, language)
  }

  /** The contents of a copy; all its rows are read for that, so only a few requests run at a time. */
  async function items({ copyId, after, ...wish }: ParsedOf<typeof backups.items>, { actor }: By) {
    const begin = beginOf(after)
    const copy = await runs.restorable(copyId)
    if (!copy) throw new Failure('backupCopyGone')
    await spaces.demand(copy.space_id, actor, 'space.backups')
    const policy = await policies.byId(copy.policy_id)
    if (!policy) throw new Failure('backupCopyGone')
    const signal = AbortSignal.timeout(READ_MS)
    return inTurn(() =>
      withPlaces(policy, { seal, outside, signal }, async (places) => {
        const place = places(copy.space_id)
        const manifest = await knownManifest(runs, place, copyId)
        return copiedItems({ place, manifest, signal }, { ...wish, begin })
      }).catch((error: unknown) => {
        if (signal.aborted) throw new Failure('busy', { cause: error })
        throw error
      }),
    )
  }

  /** A deleted space is restored by administrators, into a new one. */
  async function judge(spaceId: string, way: 'same' | 'new', actor: SignedIn): Promise<void> {
    const found = await orRefusal(spaces.demand(spaceId, actor, 'space.backups'))
    const isGone = found instanceof Failure && found.refusal === 'spaceNotFound'
    if (found instanceof Failure && !(isGone && way === 'new' && actor.role === 'role_admin')) throw found
    if (way === 'new' && !can(actor, 'space.createUnasked', null)) throw new Failure('spaceCreateForbidden')
  }

  /** Begins a restore; answers the id of its run. */
  async function restore({ copyId, into }: ParsedOf<typeof backups.restore>, { actor, caller }: By): Promise<string> {
    const copy = await runs.restorable(copyId)
    if (!copy) throw new Failure('backupCopyGone')
    await judge(copy.space_id, into.way, actor)
    if (into.way === 'new' && !(await spaces.isFree(into.identifier))) throw new Failure('spaceIdentifierTaken')
    const id = newId()
    const target =
      into.way === 'new'
        ? { ...into, spaceId: newId() }
        : { ...into, spaceId: copy.space_id, name: copy.space_name, identifier: '' }
    await transact(db, async (tx) => {
      const begun = { state: 'waiting', is_scheduled: false, person_id: actor.id, created_at: now() } as const
      await runs.insert(tx, { id, policy_id: copy.policy_id, kind: 'restore', ...begun })
      await runs.insertRestore(tx, { id: newId(), runId: id, copy, into: target })
      const place = { id: copy.space_id, name: copy.space_name }
      audit.record(tx, { action: 'backupRestored', actor, caller, target: place, after: { copyId, ...into } })
    })
    wake()
    return id
  }

  return { ofSpace, items, restores, restore }
}
