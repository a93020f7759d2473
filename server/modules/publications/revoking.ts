import { Failure, orRefusal } from '#server/failure.ts'
import type { Tx } from '#server/storage/database.ts'
import { fault } from '#server/storage/fault.ts'
import type { PublicationNeeds } from './needs.ts'
import type { PublicationRow } from './store.ts'
import { begunOf } from './transfer-parts.ts'

/** Submissions that are taken back from institutions. */
export function institutionRevoking({ db, store, transfers, institutions, seal }: PublicationNeeds) {
  const { deliveries, templates } = institutions

  /**
   * Asks the institution to cancel a submission; one that was only partly registered is given up whatever it answers,
   * and so is one whose earlier cancellation may have succeeded without an answer. Throws institutionKeepsIt if the
   * institution is reviewing it or has decided, and the cause if it can't be reached.
   */
  async function askInstitution(id: string): Promise<void> {
    const [row, moving] = await Promise.all([store.one(id), transfers.one(id)])
    if (row?.state !== 'pending' || !row.institution_id || !moving?.trace_id) return
    const wasCancelling = moving.is_cancelling
    await transfers.update(db, id, { is_cancelling: true })
    fault('transfer-cancelling')
    const own = await institutions.rowOf(row.institution_id)
    const { cancel } = deliveries[own.kind]
    const begun = begunOf(seal, moving)?.to
    const answer = await orRefusal(cancel(templates.targetOf(own), moving.trace_id, begun))
    fault('transfer-cancelled')
    if (answer === true) return
    const isWhole = moving.step === 'sent'
    if (!isWhole || (answer === false && wasCancelling)) return
    // Only an explicit refusal means that it wasn't cancelled; without a response, the result is unknown.
    if (answer === false) await transfers.update(db, id, { is_cancelling: false })
    throw answer === false ? new Failure('institutionKeepsIt') : answer
  }

  /** Throws publicationStateChanged if the submission was announced to the institution meanwhile. */
  async function demandSame(tx: Tx, row: PublicationRow): Promise<void> {
    if (!row.institution_id) return
    const moving = await transfers.one(row.id, tx)
    if (moving?.trace_id && !moving.is_cancelling) throw new Failure('publicationStateChanged')
  }

  return { askInstitution, demandSame }
}
