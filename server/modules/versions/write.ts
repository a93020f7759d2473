import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { TEXT_EDIT_BYTES } from '#contract/core/limits.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import type { FileRecord } from '#contract/files.ts'
import type { versions as calls } from '#contract/versions.ts'
import { Failure } from '#server/failure.ts'
import type { ByActor, SignedIn } from '#server/http/context.ts'
import { readForm } from '#server/http/form.ts'
import { demandRoom, itemsIn, keepBlobs, replaceFiles, spaceQueue } from '#server/modules/files/index.ts'
import type { Tx } from '#server/storage/database.ts'
import { fault } from '#server/storage/fault.ts'
import { fileIn, type LiveFile } from './live-file.ts'
import type { VersionNeeds } from './needs.ts'
import { demandFile } from './service.ts'
import { versionsOf } from './store.ts'

const tooLarge = (cause?: unknown) =>
  new Failure('textTooLarge', { cause, values: { max: TEXT_EDIT_BYTES / 1_048_576 } })

/** Reads the text of a form and its other fields. Throws textTooLarge. */
export async function textOf(request: FastifyRequest): Promise<{ fields: Record<string, unknown>; bytes: Buffer }> {
  const read = (part: MultipartFile) =>
    part.toBuffer().catch((error: unknown) => {
      throw (error as { code?: string }).code === 'FST_REQ_FILE_TOO_LARGE' ? tooLarge(error) : error
    })
  const { fields, file } = await readForm(request, { fileSize: TEXT_EDIT_BYTES + 1, files: 1, fields: 5 }, read)
  if (file && file.length > TEXT_EDIT_BYTES) throw tooLarge()
  return { fields, bytes: file ?? Buffer.alloc(0) }
}

/** Saves edited texts. */
export function textWriting({ db, blobs, spaces, journal, files, now }: VersionNeeds) {
  const inQueue = spaceQueue(db, spaces)
  type Content = { blob: { sha256: string; md5: string; size: number }; bytes: Buffer; description: string }

  async function replace(tx: Tx, { node, place }: LiveFile, { blob, bytes, description }: Content, actor: SignedIn) {
    const at = now()
    const spaceId = node.space_id
    await demandRoom(tx, spaceId, blob.size)
    // An existing content may have been swept before the lock was taken; from here on it can't be.
    if (!(await blobs.has(blob.sha256))) await blobs.put(bytes)
    await keepBlobs(tx, [{ blob }], at)
    const content = { node, blob, byId: actor.id, change: 'edited' as const, source: {}, description }
    await replaceFiles(tx, spaceId, [content], { now: at, released: 0 })
    await journal.record(tx, [{ spaceId, action: 'textEdited', doer: actor, ...itemsIn(place, [node]) }])
    fault('text-written')
  }

  /** Refuses to overwrite a newer change, and names its author. */
  async function refuseChanged(tx: Tx, { node }: LiveFile, base: string): Promise<void> {
    if (node.sha256 === base) return
    const [version] = await versionsOf(tx, node.id, [node.version])
    throw new Failure('fileChanged', { data: { version }, values: { person: version?.by.personName ?? '' } })
  }

  /** Saves an edited text as a version; an unchanged text makes none. */
  return async (
    { spaceId, hash, base, description }: ParsedOf<typeof calls.write>,
    bytes: Buffer,
    { actor }: ByActor,
  ): Promise<FileRecord> => {
    const { node, space } = await files.find(spaceId, hash, actor)
    demandFile(actor, 'file.edit', node, space)
    const blob = await blobs.put(bytes)
    await inQueue(spaceId, actor, async (tx, entered) => {
      const file = await fileIn(tx, spaceId, hash)
      demandFile(actor, 'file.edit', file.node, entered)
      await refuseChanged(tx, file, base)
      if (blob.sha256 !== base) await replace(tx, file, { blob, bytes, description }, actor)
    })
    files.publishChange(spaceId, [node.parent_id ?? ''])
    return files.recordOf(spaceId, hash)
  }
}
