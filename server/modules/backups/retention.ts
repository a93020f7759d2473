import type { BackupRetention } from '#contract/backups.ts'
import { contentsOf } from './copying.ts'
import { demandFiles, MANIFEST, manifestOf } from './manifest.ts'
import type { SpacePlace } from './place.ts'

/** How many copies stay by each rule. */
export const KEPT: Record<BackupRetention, number> = { all: Number.POSITIVE_INFINITY, three: 3, latest: 1 }

/** The copies that go, of those that are finished, newest first. */
export const outdated = (newestFirst: readonly string[], retention: BackupRetention): string[] =>
  newestFirst.slice(KEPT[retention])

/** How many contents are compared at a time, so that memory stays the same for a space of any size. */
const BATCH = 100_000

/**
 * Removes copies, then the contents that none of the kept ones lists. Throws backupCopyDamaged, and removes no content,
 * while the list of a kept copy is damaged. `onRemoved` is called before the first file is removed.
 */
export async function removeCopies(
  place: SpacePlace,
  { gone, kept, onRemoved }: { gone: readonly string[]; kept: readonly string[]; onRemoved: () => Promise<unknown> },
): Promise<void> {
  const manifests = await Promise.all(kept.map((id) => manifestOf(place, id)))
  for (const manifest of manifests) await demandFiles(place, manifest)
  await onRemoved()
  for (const id of gone) await place.forget(id, MANIFEST)
  const known = new Set(kept)
  // Includes interrupted and partly removed copies.
  for await (const id of place.copies()) if (!known.has(id)) await place.forget(id, MANIFEST)
  let batch = new Map<string, () => Promise<void>>()
  const sweep = async () => {
    for (const manifest of manifests)
      for await (const { sha256 } of contentsOf(place, manifest)) batch.delete(place.nameOf(sha256, manifest))
    for (const remove of batch.values()) await remove()
    batch = new Map()
  }
  for await (const { name, remove } of place.contents()) {
    batch.set(name, remove)
    if (batch.size >= BATCH) await sweep()
  }
  await sweep()
}
