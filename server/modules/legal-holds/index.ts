import type { FastifyInstance } from 'fastify'
import { type LegalHoldKind, legalHolds } from '#contract/legal-holds.ts'
import type { Deps } from '#server/deps.ts'
import { Failure, orRefusal } from '#server/failure.ts'
import { mount } from '#server/http/mount.ts'
import type { Audit, Note } from '#server/modules/audit/index.ts'
import type { People } from '#server/modules/people/index.ts'
import type { Tx } from '#server/storage/database.ts'
import { legalHoldService } from './service.ts'
import { heldName, sqlLegalHoldStore } from './store.ts'

/**
 * Throws legalHold while a hold is on an account, a dataset or a space; the caller has locked it. Deletions in spaces the
 * database refuses by itself.
 */
export async function refuseHeld(tx: Tx, kind: LegalHoldKind, id: string): Promise<void> {
  const name = await heldName(tx, kind, id)
  if (name !== undefined) throw new Failure('legalHold', { values: { name } })
}

/** Runs a deletion; one that a legal hold refuses is recorded in the audit log, apart from its transaction. */
export async function noteHeld<T>(audit: Pick<Audit, 'note'>, said: Note, deletion: () => Promise<T>): Promise<T> {
  const outcome = await orRefusal(deletion())
  if (!(outcome instanceof Failure)) return outcome
  const { refusal } = outcome
  if (refusal === 'legalHold') await audit.note({ ...said, outcome: 'refused', reason: refusal })
  throw outcome
}

/** Legal holds: what must not be deleted permanently, by order of administrators. */
export function legalHoldsModule(app: FastifyInstance, needs: Deps & { audit: Audit; people: People }): void {
  const service = legalHoldService({ ...needs, store: sqlLegalHoldStore(needs.db) })
  mount(app, legalHolds.list, service.list)
  mount(app, legalHolds.targets, service.targets)
  mount(app, legalHolds.place, service.place)
  mount(app, legalHolds.end, service.end)
}
