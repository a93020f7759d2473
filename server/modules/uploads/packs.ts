import { type ErrorName, errors } from '#contract/core/errors.ts'
import { PACK_BYTES } from '#contract/core/limits.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import { can } from '#contract/core/policy.ts'
import { type FileRecord, isFileName } from '#contract/files.ts'
import type { PackedFile, uploads } from '#contract/uploads.ts'
import { Failure } from '#server/failure.ts'
import type { ByActor, Language } from '#server/http/context.ts'
import { textOf } from '#server/http/texts.ts'
import { attributeRequest } from '#server/http/traffic.ts'
import type { Entry } from '#server/modules/files/index.ts'
import type { EnteredSpace } from '#server/modules/spaces/index.ts'
import type { Digest } from '#server/storage/blobs/blob-store.ts'
import { transact } from '#server/storage/database.ts'
import { fault } from '#server/storage/fault.ts'
import { lockSpace } from '#server/storage/locks.ts'
import { release } from '#server/storage/release.ts'
import { byOf, type UploadNeeds } from './needs.ts'

type Pack = ParsedOf<typeof uploads.pack>
type Call = ByActor & { language: Language }
type Outcome = FileRecord | Failure
/** A file of a pack whose content is in the store. */
type Stored = { entry: Entry; file: PackedFile }

/** Uploads of small files in one body. */
export function packRules({ db, blobs, spaces, files }: UploadNeeds) {
  /**
   * Stores the files of a pack and answers each by itself. A file whose name has its content already is answered as
   * made, so that a pack whose answer got lost can be sent again.
   */
  async function pack({ spaceId, files: wished }: Pack, bytes: Uint8Array<ArrayBuffer>, { actor, language }: Call) {
    const space = await spaces.enter(spaceId, actor)
    attributeRequest({ spaceId: space.id })
    const sizes = sizesIn(wished, bytes)
    const mayMake = can(actor, 'file.make', space.policyContext)
    const digests = mayMake ? await blobs.putAll(bytes, sizes) : []
    fault('pack-stored')
    const judged = wished.map((file, at) => judge(file, digests[at]))
    const stored = judged.flatMap((one) => (one instanceof Failure ? [] : [one]))
    const placed = new Map(stored.length ? await place(space, stored) : [])
    fault('pack-committed')
    files.publishChange(
      space.id,
      [...placed].flatMap(([{ hash }, outcome]) => (outcome instanceof Failure ? [] : (hash ?? space.rootId))),
    )
    return wished.map((file, at) => {
      const outcome = judged[at] instanceof Failure ? judged[at] : (placed.get(file) ?? new Failure('unknown'))
      return { ...answerOf(outcome, language), file: outcome instanceof Failure ? null : outcome }
    })

    /** The content of a refused file is unreferenced, and swept later. */
    function judge(file: PackedFile, digest: Digest | undefined): Stored | Failure {
      const values = { name: file.name }
      if (!isFileName(file.name)) return new Failure('fileNameInvalid', { values })
      if (!digest) return new Failure('fileForbidden', { values })
      if (digest.md5 !== file.fileMd5.toLowerCase()) return new Failure('uploadHashWrong')
      return { file, entry: entryOf(file, digest) }
    }

    function entryOf(file: PackedFile, digest: Digest): Entry {
      const { doer, mayReplace } = byOf(actor, space)
      const name = file.name.normalize('NFC')
      const at = { folderId: file.hash ?? space.rootId, name, conflict: file.conflict }
      return { ...at, blob: digest, authorId: actor.id, doer, mayReplace, releaseBytes: 0, change: 'uploaded' }
    }
  }

  /** When the pack does not fit into the space, each file is placed alone, so that those that fit are kept. */
  async function place(space: EnteredSpace, stored: readonly Stored[]): Promise<[PackedFile, Outcome][]> {
    try {
      return await placeTogether(space.id, stored)
    } catch (error) {
      if (!(error instanceof Failure && error.refusal === 'spaceFull')) throw error
      const [one] = stored
      if (stored.length === 1 && one) return [[one.file, error]]
      const outcomes: [PackedFile, Outcome][] = []
      for (const each of stored) outcomes.push(...(await place(space, [each])))
      return outcomes
    }
  }

  const placeTogether = (spaceId: string, stored: readonly Stored[]): Promise<[PackedFile, Outcome][]> =>
    transact(db, async (tx) => {
      await lockSpace(tx, spaceId)
      const found = await files.lookUpPlaces(
        tx,
        spaceId,
        stored.map(({ entry }) => entry),
      )
      // An existing content may have been swept; from here on a lock prevents that.
      const isThere = await Promise.all(stored.map(({ entry }) => blobs.has(entry.blob.sha256)))
      const due = stored.flatMap(({ entry, file }, at) => {
        if (!isThere[at] || !found.item(entry.folderId)?.is_folder) return []
        const holder = found.holder(entry.folderId, entry.name)
        const conflict = holder?.sha256 === entry.blob.sha256 ? 'skip' : entry.conflict
        const newBytes = holder && conflict === 'skip' ? 0 : entry.blob.size
        return [{ file, entry: { ...entry, conflict }, newBytes }]
      })
      const entries = due.map(({ entry }) => entry)
      const unreserved = due.reduce((sum, { newBytes }) => sum + newBytes, 0)
      const records = entries.length ? await files.place(tx, spaceId, entries, { found, unreserved }) : []
      fault('pack-in-transaction')
      const outcomes = new Map(due.map(({ file }, at) => [file, records[at] ?? new Failure('unknown')]))
      return stored.map(({ file }, at) => {
        const lost = new Failure(isThere[at] ? 'folderGone' : 'uploadIncomplete')
        return [file, outcomes.get(file) ?? lost]
      })
    })

  return { pack }
}

/** The sizes of a pack's files in their order. Throws packInvalid when its bytes are not as many. */
export function sizesIn(files: readonly { total: number }[], bytes: Uint8Array): number[] {
  const sizes = files.map(({ total }) => total)
  if (sizes.reduce((sum, size) => sum + size, 0) !== bytes.length) throw new Failure('packInvalid')
  return sizes
}

/** The result for a file of a pack. */
export function answerOf(outcome: unknown, language: Language): { error: ErrorName | null; message: string } {
  if (!(outcome instanceof Failure)) return { error: null, message: '' }
  const { refusal, values } = outcome
  return { error: refusal, message: textOf(language, errors[refusal].text, values) }
}

/** Bytes of a pack. Throws packInvalid when there are more than a pack may have. */
export async function collectPack(stream: AsyncIterable<Buffer>): Promise<Buffer<ArrayBuffer>> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of stream) {
    length += piece.length
    if (length > PACK_BYTES) throw new Failure('packInvalid')
    pieces.push(piece)
  }
  const whole = Buffer.allocUnsafeSlow(length)
  let at = 0
  for (const piece of pieces) {
    at += piece.copy(whole, at)
    release(piece)
  }
  return whole
}
