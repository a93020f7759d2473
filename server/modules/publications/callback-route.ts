import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { Failure } from '#server/failure.ts'
import { readForm } from '#server/http/form.ts'
import type { BlobStore, Digest } from '#server/storage/blobs/blob-store.ts'
import { isStorable } from '#server/storage/storable.ts'
import { CALLBACK_PATH } from './callback-address.ts'
import { Decision, type InstitutionDecisions } from './deciding.ts'

/** Maximum size of the file attached to a decision, in bytes. Institutions accept no larger ones. */
const ATTACHMENT_BYTES = 104_857_600
const NAME_MAX = 200
const Query = z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)) })

type Needs = { blobs: BlobStore; decisions: InstitutionDecisions }
type Bytes = { name: string; blob: Digest }

const isText = (fields: Record<string, unknown>) =>
  Object.values(fields).every((value) => typeof value === 'string' && isStorable(value))
const nameOf = (name: string) => name.replace(/[\p{Cc}/\\]/gu, '_').slice(0, NAME_MAX) || 'attachment'

/**
 * Receives decisions of institutions: a form, with or without a file. The secret in the address is checked before the
 * body is read. Any response but a success makes the institution revert its decision.
 */
export function callbackRoute(app: FastifyInstance, { blobs, decisions }: Needs): void {
  app.post(CALLBACK_PATH, async (request, reply) => {
    const query = Query.safeParse(request.query)
    if (!query.success) throw new Failure('publicationGone')
    const { token } = query.data
    await decisions.transferFor(token)
    const isForm = request.isMultipart()
    const limits = { fileSize: ATTACHMENT_BYTES, files: 1, fields: 20 }
    const form = isForm
      ? await readForm(request, limits, async (part): Promise<Bytes> => {
          const blob = await blobs.put(part.file)
          if (part.file.truncated) throw new Failure('tooLarge')
          return { name: nameOf(part.filename), blob }
        })
      : { fields: (request.body ?? {}) as Record<string, unknown>, file: null }
    if (!isText(form.fields)) throw new Failure('invalid')
    const said = Decision.safeParse(form.fields)
    if (!said.success) throw new Failure('invalid', { cause: said.error })
    const attachment = form.file && form.file.blob.size > 0 ? form.file : null
    await decisions.decide(token, said.data, attachment)
    return reply.send({ code: 0, message: 'true' })
  })
}
