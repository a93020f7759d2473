import { linesOf } from '#server/backup/streams.ts'
import { Failure } from '#server/failure.ts'
import type { SpaceManifest } from './manifest.ts'
import { damageAsFailure, type SpacePlace } from './place.ts'
import { type CopiedRow, copiedRow } from './renaming.ts'

/** A copy whose rows are read. */
export type Copied = { manifest: SpaceManifest; place: SpacePlace; signal: AbortSignal }

/** The rows of a copy in the order in which they were written. Throws backupCopyDamaged for an invalid line. */
export async function* copiedRows({ place, manifest, signal }: Copied): AsyncGenerator<CopiedRow> {
  const stored = await place.read(manifest.id, manifest.rows)
  try {
    for await (const line of linesOf(stored)) {
      signal.throwIfAborted()
      const row = copiedRow(line)
      if (!row) throw new Failure('backupCopyDamaged')
      yield row
    }
  } catch (error) {
    damageAsFailure(error)
  }
}
