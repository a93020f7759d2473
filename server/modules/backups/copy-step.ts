import { Failure } from '#server/failure.ts'
import { transact } from '#server/storage/database.ts'
import { fault } from '#server/storage/fault.ts'
import { copySpace } from './copying.ts'
import { type Held, Left } from './engine.ts'
import { hashOf, rowCountOf } from './manifest.ts'
import type { WorkNeeds } from './needs.ts'
import type { PlaceOf } from './place.ts'
import type { PolicyRow } from './policy-store.ts'
import { outdated, removeCopies } from './retention.ts'
import type { CopyRow } from './run-rows-store.ts'

/** Copies a space. The older copies go only when this one is whole and known. */
export async function copyStep(
  needs: WorkNeeds,
  held: Held,
  policy: PolicyRow,
  places: PlaceOf,
  { id, space_id: spaceId }: CopyRow,
): Promise<void> {
  const { db, runs, now } = needs
  const figures = { bytes: 0, sent_bytes: 0 }
  const onContent = (bytes: number, sentBytes: number) => {
    figures.bytes += bytes
    figures.sent_bytes += sentBytes
    held.add(bytes, sentBytes)
  }
  const { signal, lease } = held
  const place = places(spaceId)
  const copying = { id, spaceId, place, isCompressed: policy.is_compressed, onContent, signal }
  const manifest = await copySpace(needs, copying)
  const rows = rowCountOf(manifest)
  const written = { files: manifest.files, rows, manifest_sha256: hashOf(manifest) }
  const done = { ...figures, ...written, state: 'completed', finished_at: now() } as const
  if (!(await transact(db, (tx) => runs.end(tx, lease, id, done)))) throw new Left('the lease is lost')
  fault('space-backup-known')
  await thin(needs, policy, places, spaceId)
}

async function thin({ runs }: WorkNeeds, policy: PolicyRow, places: PlaceOf, spaceId: string): Promise<void> {
  const all = await runs.finished(policy.id, spaceId)
  const gone = outdated(all, policy.retention)
  if (!gone.length) return
  const kept = all.filter((id) => !gone.includes(id))
  const onRemoved = () => runs.setRemoved(gone)
  await removeCopies(places(spaceId), { gone, kept, onRemoved }).catch(async (error: unknown) => {
    if (!(error instanceof Failure)) throw error
    await runs.note(all[0] ?? '', error.refusal)
  })
}
