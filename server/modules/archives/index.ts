import type { FastifyInstance } from 'fastify'
import { archives } from '#contract/archives.ts'
import { ZIPS_ENTRIES } from '#contract/core/limits.ts'
import { inFlightLimit } from '#server/concurrency/in-flight-limit.ts'
import type { Deps } from '#server/deps.ts'
import { mount, mountBytes } from '#server/http/mount.ts'
import { endStalled } from '#server/http/stalled.ts'
import type { FilesModule } from '#server/modules/files/index.ts'
import type { Journal } from '#server/modules/journal/index.ts'
import type { SpaceService } from '#server/modules/spaces/index.ts'
import type { NewPart, Part, TasksModule } from '#server/modules/tasks/index.ts'
import type { Bytes } from './bytes.ts'
import { partsOf } from './entries.ts'
import { extractWork } from './extract.ts'
import { packWork } from './pack.ts'
import { archiveService } from './service.ts'
import { contentOf, entriesIn } from './unpacking.ts'
import { verifyWork } from './verify.ts'

export { type Bytes, bytesOf } from './bytes.ts'
/** The parts of a zip; its entries are read at their place. Throws archiveDamaged, archiveUnsafe and the like. */
export const entriesOf = async (bytes: Bytes, signal: AbortSignal): Promise<NewPart[]> => [
  ...partsOf(await entriesIn(bytes, { packing: 'zip', name: '' }, signal)),
]
/** The content of an entry of a zip. Throws contentDamaged. */
export const entryContent = (bytes: Bytes, entry: Pick<Part, 'size' | 'source'>, signal: AbortSignal) =>
  contentOf(bytes, 'zip', entry, { signal, onBytes: () => {} })

type Needs = Deps & { journal: Journal; spaces: SpaceService; files: FilesModule; tasks: TasksModule }

/** Making and extracting archives in the background, and verifying checksums. */
export function archivesModule(app: FastifyInstance, needs: Needs): void {
  const service = archiveService(needs)
  for (const work of [packWork(needs), extractWork(needs), verifyWork(needs)]) needs.tasks.register(work)
  mount(app, archives.pack, service.pack)
  mount(app, archives.unpack, service.unpack)
  mount(app, archives.verify, service.verify)
  // The call is public, and a checksum list stays in memory until its last byte is sent, so concurrent lists are
  // limited.
  const listed = inFlightLimit(ZIPS_ENTRIES)
  mountBytes(app, archives.sums, async (input, { actor, request, reply }) => {
    endStalled(reply.raw)
    const text = await service.sums(input, actor, (entries) =>
      reply.raw.once('close', listed.take(actor?.id ?? request.ip, entries)),
    )
    return reply
      .type('text/plain; charset=utf-8')
      .header('content-disposition', 'attachment; filename="SHA256SUMS"')
      .header('cache-control', 'no-store')
      .send(text)
  })
}
