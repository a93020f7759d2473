import type { FastifyRequest } from 'fastify'
import { Failure } from '#server/failure.ts'
import type { Call, SignedIn, SignedInCall } from '#server/http/context.ts'
import { readForm } from '#server/http/form.ts'
import { keepBlobs } from '#server/modules/files/index.ts'
import type { BlobStore, Digest } from '#server/storage/blobs/blob-store.ts'
import { transact } from '#server/storage/database.ts'
import { holdBlobs } from '#server/storage/locks.ts'
import type { PublicationNeeds } from '../needs.ts'
import type { PublicationReading } from '../reading.ts'
import type { ReviewDiscussing } from './discussing.ts'

/** Maximum size of a file attached to a decision, in bytes (our choice). */
const ATTACHMENT_BYTES = 20_971_520
const NAME_MAX = 200
export type Attached = { name: string; blob: Digest }

const nameOf = (name: string) => name.replace(/[\p{Cc}/\\]/gu, '_').slice(0, NAME_MAX) || 'attachment'

/** Reads the form of an attachment. Throws tooLarge, invalid. */
export const attachmentForm = (blobs: BlobStore) => async (request: FastifyRequest) => {
  const limits = { fileSize: ATTACHMENT_BYTES, files: 1, fields: 5 }
  const { fields, file } = await readForm(request, limits, async (part): Promise<Attached> => {
    const blob = await blobs.put(part.file)
    if (part.file.truncated) throw new Failure('tooLarge')
    return { name: nameOf(part.filename), blob }
  })
  if (!file?.blob.size) throw new Failure('invalid')
  return { fields, bytes: file }
}

/** The file attached to a decision. */
export function reviewAttaching(
  needs: PublicationNeeds & {
    partOf: ReviewDiscussing['partOf']
    reading: Pick<PublicationReading, 'sendFile'>
  },
) {
  const { db, store, attachments, partOf, reading, now } = needs

  /** Attaches a file to the submission under review; it takes the place of another one. Throws reviewClosed. */
  async function attach({ id }: { id: string }, { name, blob }: Attached, { actor }: Pick<SignedInCall, 'actor'>) {
    const { row, mayComment } = await partOf(id, actor)
    if (!mayComment) throw new Failure('reviewClosed')
    await transact(db, async (tx) => {
      const held = await store.held(tx, id)
      if (held?.state !== 'pending' || held.round !== row.round) throw new Failure('reviewClosed')
      if (held.reviewer_id && held.reviewer_id !== actor.id) throw new Failure('publicationClaimed')
      await holdBlobs(tx)
      await keepBlobs(tx, [{ blob }], now())
      await attachments.set(tx, {
        publication_id: id,
        round: held.round,
        name,
        blob_sha256: Buffer.from(blob.sha256, 'hex'),
        size: blob.size,
        person_id: actor.id,
        added_at: now(),
      })
    })
    return null
  }

  /** Authors can access attachments of decisions; reviewers also those of pending ones. */
  async function content(
    { id, round }: { id: string; round: number },
    { actor, request, reply }: Pick<Call, 'request' | 'reply'> & { actor: SignedIn },
  ) {
    const part = await partOf(id, actor)
    const file =
      (await attachmentsFor(id, part)).some((one) => one.round === round) && (await attachments.one(id, round))
    if (!file) throw new Failure('fileGone')
    return reading.sendFile({ request, reply }, file)
  }

  type Part = Awaited<ReturnType<ReviewDiscussing['partOf']>>
  async function attachmentsFor(id: string, { row, mayComment }: Part) {
    const all = await attachments.list(id)
    return mayComment ? all : all.filter(({ round }) => row.state !== 'pending' || round < row.round)
  }

  const list = async ({ id }: { id: string }, { actor }: Pick<SignedInCall, 'actor'>) =>
    attachmentsFor(id, await partOf(id, actor))

  return { attach, content, list }
}
