import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RawBuilder } from 'kysely'
import { CHUNK_BYTES, PACK_BYTES } from '#contract/core/limits.ts'
import { uploads } from '#contract/uploads.ts'
import type { Deps } from '#server/deps.ts'
import { Failure } from '#server/failure.ts'
import { readForm } from '#server/http/form.ts'
import { mount, mountUpload } from '#server/http/mount.ts'
import { textOf } from '#server/http/texts.ts'
import type { FilesModule } from '#server/modules/files/index.ts'
import type { Journal } from '#server/modules/journal/index.ts'
import type { SpaceService } from '#server/modules/spaces/index.ts'
import type { BlobStore } from '#server/storage/blobs/index.ts'
import { release } from '#server/storage/release.ts'
import { collectPack } from './packs.ts'
import { uploadService } from './service.ts'
import { sqlUploadStore } from './store.ts'
import { uploadSweeps } from './sweep.ts'
import { tusRoutes } from './tus.ts'
import { sqlTusStore } from './tus-store.ts'

/** Maximum size of the list of a pack: names of 255 bytes, written as escapes. */
const PACK_FIELD_BYTES = 262_144

/** Functions for other modules. */
export type UploadsModule = ReturnType<typeof uploadsModule>

/** Uploads by the protocol of spec section 7. Returns the scheduled sweeps, and the functions for drop boxes. */
export function uploadsModule(
  app: FastifyInstance,
  deps: Deps & { journal: Journal; spaces: SpaceService; files: FilesModule; isUnused: RawBuilder<unknown> },
) {
  const store = sqlUploadStore(deps.db)
  const service = uploadService({ ...deps, store })
  const readChunk = (request: FastifyRequest) => bytesOf(request, deps.blobs)
  mount(app, uploads.check, async (input, { actor, language }) => {
    const { code, reason, checkId, file } = await service.check(input, actor)
    const message = reason ? textOf(language, `uploads.check.${reason}`, { name: input.name }) : ''
    return { code, message, checkId, file }
  })
  mount(app, uploads.ver, async ({ checkId, form }, { actor }) => {
    const ranges = await service.received(checkId, actor)
    if (form === 'ranges') return ranges
    return ranges.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, i) => from + i))
  })
  mountUpload(app, uploads.chunk, readChunk, service.chunk)
  mountUpload(app, uploads.pack, readPack, service.pack)
  mount(app, uploads.merge, service.merge)
  mount(app, uploads.cancel, service.cancel)
  tusRoutes(app, { ...deps, service, store: sqlTusStore(deps.db, deps.now) })
  return { ...uploadSweeps({ ...deps, store }), dropped: { ...service.dropped, readChunk, readPack } }
}

/** Reads a chunk form: its fields and its one file, which is never longer than a chunk. */
async function bytesOf(
  request: FastifyRequest,
  { staging }: BlobStore,
): Promise<{ fields: Record<string, unknown>; bytes: Buffer }> {
  const { fields, file: bytes } = await readForm(request, {}, (part) =>
    collect(part.file, staging.buffer(roomFor(request))),
  )
  if (!bytes) throw new Failure('chunkInvalid')
  return { fields, bytes }
}

async function readPack(request: FastifyRequest) {
  const limits = { fileSize: PACK_BYTES + 1, fieldSize: PACK_FIELD_BYTES }
  const { fields, file: bytes } = await readForm(request, limits, (part) => collectPack(part.file))
  if (!bytes) throw new Failure('packInvalid')
  return { fields, bytes }
}

/** The buffer is no larger than the form: full chunk buffers for small files would load the garbage collector. */
const roomFor = ({ headers }: FastifyRequest) => Math.min(CHUNK_BYTES, Number(headers['content-length'] ?? CHUNK_BYTES))

async function collect(stream: AsyncIterable<Buffer>, whole: Buffer): Promise<Buffer> {
  let length = 0
  for await (const piece of stream) {
    piece.copy(whole, length)
    length += piece.length
    release(piece)
  }
  if (length > CHUNK_BYTES) throw new Failure('chunkInvalid')
  return whole.subarray(0, length)
}
