import * as z from 'zod/mini'
import { TEXT_MAX } from '#contract/core/limits.ts'
import type { JournalAction } from '#contract/journal.ts'
import { Failure } from '#server/failure.ts'
import { keepBlobs } from '#server/modules/files/index.ts'
import type { Digest } from '#server/storage/blobs/blob-store.ts'
import { type Tx, transact } from '#server/storage/database.ts'
import { fault } from '#server/storage/fault.ts'
import { holdBlobs } from '#server/storage/locks.ts'
import { sha256 } from '#server/storage/seal.ts'
import { publishSpaceChange } from '#server/storage/space-changes.ts'
import type { PublicationNeeds } from './needs.ts'
import { editorsNews } from './news.ts'
import type { PublicationRow } from './store.ts'
import type { TransferRow } from './transfer-store.ts'

/** Longest texts of a decision; longer ones are cut, because the institution can't be asked to shorten them. */
const LINE_MAX = 2000
const line = z._default(
  z.string().check(
    z.trim(),
    z.overwrite((text) => text.slice(0, LINE_MAX)),
  ),
  '',
)
/** The decision of an institution about a submission. Unknown fields are ignored. */
export const Decision = z.object({
  resourceId: z.string().check(z.minLength(1), z.maxLength(500)),
  approvalStatus: z.enum(['adopt', 'no']),
  reason: line,
  rejectApproval: line,
  CSTR: line,
  DOI: line,
  detailsUrl: line,
})
export type Decision = z.infer<typeof Decision>
/** The file attached to a decision. */
export type Attachment = { name: string; blob: Digest }

const safeUrl = (text: string) => (/^https?:\/\/[^\s"<>]+$/i.test(text) ? text : '')

/** Applies decisions of institutions about submissions. */
export function institutionDecisions(needs: PublicationNeeds) {
  const { db, store, transfers, frozen, journal, bus, audit, institutions, now, newId } = needs

  async function note(
    tx: Tx,
    row: PublicationRow,
    action: 'published' | 'rejected',
    institution: string,
    reason: string,
  ) {
    const { id, title, space_id: spaceId, number } = row
    const details = { version: `V${number}`, institution, ...(reason && { reason }) }
    await store.addEvent(tx, { id: newId(), publication_id: id, kind: action, person_id: null, reason, at: now() })
    const isPublished = action === 'published'
    const said: JournalAction = isPublished ? 'publicationPublished' : 'publicationRejected'
    if (spaceId) await journal.record(tx, [{ spaceId, action: said, doer: null, item: { id, name: title }, details }])
    const audited = isPublished ? ('datasetPublished' as const) : ('datasetRejected' as const)
    audit.record(tx, { action: audited, actor: null, target: { id, name: title }, after: details })
    const told = isPublished ? ('datasetPublished' as const) : ('datasetRejected' as const)
    await editorsNews(tx, needs, told, row, { reason })
    if (spaceId) await publishSpaceChange(bus, spaceId, tx)
  }

  async function adopt(tx: Tx, row: PublicationRow, said: Decision, name: string): Promise<void> {
    const publisher = { zh: name, en: name }
    const at = now()
    await store.update(tx, row.id, {
      state: 'published',
      transfer: 'success',
      transfer_error: '',
      publisher: JSON.stringify(publisher) as unknown as typeof publisher,
      published_at: at,
      changed_at: at,
    })
    await note(tx, row, 'published', name, said.reason)
  }

  async function reject(tx: Tx, row: PublicationRow, reason: string, name: string): Promise<void> {
    await frozen.clear(tx, row.id)
    await store.update(tx, row.id, {
      state: 'rejected',
      reason: reason.slice(0, TEXT_MAX),
      metadata: null,
      transfer: null,
      transfer_error: '',
      file_count: 0,
      size_bytes: 0,
      changed_at: now(),
    })
    await note(tx, row, 'rejected', name, reason)
  }

  async function write(tx: Tx, moving: TransferRow, said: Decision, attachment: Attachment | null): Promise<void> {
    if (attachment) {
      await holdBlobs(tx)
      await keepBlobs(tx, [{ blob: attachment.blob }], now())
    }
    const kept = attachment && {
      attachment_name: attachment.name,
      blob_sha256: Buffer.from(attachment.blob.sha256, 'hex'),
    }
    await transfers.update(tx, moving.publication_id, {
      step: 'decided',
      decision: said.approvalStatus,
      upload: null,
      details_url: safeUrl(said.detailsUrl),
      doi: said.DOI,
      cstr: said.CSTR,
      ...kept,
    })
  }

  /** The transfer that a token belongs to. Throws publicationGone. */
  async function transferFor(token: string): Promise<TransferRow> {
    const moving = await transfers.byToken(sha256(token))
    if (!moving) throw new Failure('publicationGone')
    return moving
  }

  /**
   * Takes a decision, once: the same one again is answered alike, another one is refused, and so is one about something
   * that was not sent. Throws publicationGone, publicationStateChanged.
   */
  async function decide(token: string, said: Decision, attachment: Attachment | null): Promise<void> {
    const { publication_id: id } = await transferFor(token)
    await transact(db, async (tx) => {
      const row = await store.held(tx, id)
      const moving = await transfers.one(id, tx)
      if (!row?.institution_id || !moving || moving.trace_id !== said.resourceId) throw new Failure('publicationGone')
      if (moving.decision === said.approvalStatus) return
      if (moving.decision || row.state !== 'pending') throw new Failure('publicationStateChanged')
      const { name } = await institutions.rowOf(row.institution_id)
      const root = { trace_id: said.resourceId, trace_institution_id: row.institution_id }
      await transfers.setRoot(tx, row.dataset_id, root)
      await write(tx, moving, said, attachment)
      const reason = [...new Set([said.reason, said.rejectApproval])].filter(Boolean).join('\n')
      if (said.approvalStatus === 'adopt') await adopt(tx, row, { ...said, reason }, name)
      else await reject(tx, row, reason, name)
      fault('transfer-deciding')
    })
  }

  /** A repository that reviews nothing has published what it was sent. */
  async function published(
    tx: Tx,
    row: PublicationRow,
    moving: TransferRow,
    { doi, detailsUrl }: { doi: string; detailsUrl: string },
  ): Promise<void> {
    if (!row.institution_id || !moving.trace_id) throw new Failure('publicationGone')
    const { name } = await institutions.rowOf(row.institution_id)
    const root = { trace_id: moving.trace_id, trace_institution_id: row.institution_id }
    const said = Decision.parse({ resourceId: moving.trace_id, approvalStatus: 'adopt', DOI: doi, detailsUrl })
    await transfers.setRoot(tx, row.dataset_id, root)
    await write(tx, moving, said, null)
    await adopt(tx, row, said, name)
  }

  return { transferFor, decide, published }
}
export type InstitutionDecisions = ReturnType<typeof institutionDecisions>
