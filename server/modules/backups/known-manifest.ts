import { Failure } from '#server/failure.ts'
import { migrations } from '#server/storage/migrate.ts'
import { hashOf, manifestOf, type SpaceManifest } from './manifest.ts'
import type { SpacePlace } from './place.ts'
import type { RunStore } from './run-store.ts'

/**
 * The manifest of a readable copy. It contains the statements that create its tables, so it must be exactly the one
 * that was written, whoever else may write to the target. Throws backupCopyDamaged, backupCopyNewer.
 */
export async function knownManifest(runs: RunStore, place: SpacePlace, copyId: string): Promise<SpaceManifest> {
  const copy = await runs.restorable(copyId)
  const manifest = await manifestOf(place, copyId)
  if (hashOf(manifest) !== copy?.manifest_sha256) throw new Failure('backupCopyDamaged')
  const known = new Set(migrations().map(({ name }) => name))
  if (manifest.migrations.some((name) => !known.has(name))) throw new Failure('backupCopyNewer')
  return manifest
}
