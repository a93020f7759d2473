import { sectionPath, spacePath } from '#contract/pages/paths.ts'
import { Failure } from '#server/failure.ts'
import { actingFor, batchesOf } from '#server/modules/tasks/index.ts'
import { onConnection, type Tx, transact } from '#server/storage/database.ts'
import { keepContentsOfSpace } from '#server/storage/locks.ts'
import { publishSpaceChange } from '#server/storage/space-changes.ts'
import { contentsOf } from './copying.ts'
import { type Held, Left } from './engine.ts'
import type { Restoring } from './inserting.ts'
import { knownManifest } from './known-manifest.ts'
import { demandFiles, rowCountOf, type SpaceManifest } from './manifest.ts'
import type { WorkNeeds } from './needs.ts'
import { type PartRows, partOf } from './part-rows.ts'
import { damageAsFailure, type PlaceOf, type SpacePlace } from './place.ts'
import { keepContent, knownContents, spaceOf } from './restore-store.ts'
import { restoreSpace, tryOut } from './restoring.ts'
import type { CopyRow } from './run-rows-store.ts'

/** Contents that the database is asked about at once. */
const BATCH = 500

/** The contents of a copy, or of a part of it. */
async function* contentsIn(place: SpacePlace, manifest: SpaceManifest, part: PartRows | null) {
  for await (const content of contentsOf(place, manifest)) if (!part || part.contents.has(content.sha256)) yield content
}

/** Copies the contents that the store lacks. */
async function bringContents({ db, blobs, now }: WorkNeeds, held: Held, { place, manifest, part }: Restoring) {
  const all = contentsIn(place, manifest, part)
  for await (const batch of batchesOf(all, (contents) => contents.length < BATCH)) {
    const known = await knownContents(
      db,
      batch.map(({ sha256 }) => sha256),
      now(),
    )
    for (const content of batch) {
      held.signal.throwIfAborted()
      if (!known.has(content.sha256) || !(await blobs.has(content.sha256))) {
        const bytes = await place.content(content, manifest)
        await keepContent(db, await blobs.put(bytes).catch(damageAsFailure), now())
        held.add(0, content.size)
      }
      held.add(content.size, 0)
    }
  }
}

/** Restores the copy that a row names, as the person who asked for it. */
export async function restoreStep(needs: WorkNeeds, held: Held, places: PlaceOf, row: CopyRow): Promise<void> {
  const { db, runs, people, spaces, audit, journal, messages, bus, now } = needs
  const { lease, run, signal } = held
  const into = row.into_space
  if (!into || !row.source_id) throw new Failure('backupCopyDamaged')
  const actor = await actingFor(people, run.person_id ?? '', 'job')
  if (into.way === 'same') await spaces.demand(into.spaceId, actor, 'space.backups')
  const place = places(row.space_id)
  const manifest = await knownManifest(needs.runs, place, row.source_id)
  const part = into.part ? await partOf(needs.parts, { manifest, place, signal }, into.part) : null
  const restoring: Restoring = { id: row.id, manifest, place, into, part, personId: actor.id, isExact: false, signal }
  const whole = { files: manifest.files, rows: rowCountOf(manifest), bytes: manifest.contents.total }
  const figures = part?.figures ?? whole
  /** Whoever owns the space that was copied hears that somebody else has its contents now. */
  async function tellOwner(tx: Tx): Promise<void> {
    const source = await spaceOf(tx, row.space_id)
    if (!source || source.owner_id === actor.id) return
    const values = { space: row.space_name, person: actor.name, title: into?.name ?? '' }
    const about = { spaceId: row.space_id, values, link: spacePath(row.space_id) }
    await messages.notify(tx, { kind: 'backupCopied', to: [source.owner_id], ...about })
  }
  /** Tells another owner of the restored space, and notes who it is; false when it belongs to whoever restores it. */
  async function giveToOwner(tx: Tx, { spaceId, name }: { spaceId: string; name: string }): Promise<boolean> {
    const owner = await people.byId((await spaceOf(tx, spaceId))?.owner_id ?? actor.id, tx)
    if (!owner || owner.id === actor.id) return false
    const values = { space: name, person: actor.name }
    await messages.notify(tx, { kind: 'ownerGiven', to: [owner.id], spaceId, values, link: spacePath(spaceId) })
    audit.record(tx, { action: 'spaceHandedOver', actor, target: { id: spaceId, name }, after: { owner: owner.email } })
    return true
  }
  await onConnection(db, async (client) => {
    await keepContentsOfSpace(client)
    await bringContents(needs, held, restoring)
    await restoreSpace(needs, restoring, async (tx) => {
      const done = { ...figures, state: 'completed', finished_at: now() } as const
      if (!(await runs.end(tx, lease, row.id, done))) throw new Left('the lease is lost')
      const item = { id: into.spaceId, name: manifest.at.slice(0, 10) }
      await journal.record(tx, [{ spaceId: into.spaceId, action: 'backupRestored', doer: actor, item }])
      const isGiven = into.way === 'new' && (await giveToOwner(tx, into))
      // Who restored it for another owner is not in the space, and finds it in the management of spaces.
      const link = isGiven ? `${sectionPath('spaces')}?space=${into.spaceId}` : spacePath(into.spaceId)
      const told = part
        ? { kind: 'backupPartRestored' as const, values: { space: into.name, item: part.name } }
        : { kind: 'backupRestored' as const, values: { space: into.name } }
      await messages.notify(tx, { ...told, spaceId: into.spaceId, to: [actor.id], link })
      if (into.way === 'new') await tellOwner(tx)
      await publishSpaceChange(bus, into.spaceId, tx)
    })
  })
}

/** Runs a drill on the copy that a row names. */
export async function drillStep(needs: WorkNeeds, held: Held, places: PlaceOf, row: CopyRow): Promise<void> {
  const { db, runs, now, newId } = needs
  if (!row.source_id) throw new Failure('backupCopyDamaged')
  const place = places(row.space_id)
  const manifest = await knownManifest(needs.runs, place, row.source_id)
  // Data that is restored separately is verified here.
  await demandFiles(place, manifest)
  const identifier = `drill${row.id.replaceAll('-', '').slice(0, 15)}`
  const into = { way: 'new', spaceId: newId(), name: row.space_name, identifier } as const
  const personId = held.run.person_id ?? (await needs.runs.anyAdministrator())
  const restoring: Restoring = {
    id: row.id,
    manifest,
    place,
    into,
    part: null,
    personId,
    isExact: true,
    signal: held.signal,
  }
  await tryOut(needs, restoring, (bytes) => held.add(bytes, 0))
  const figures = { files: manifest.files, rows: rowCountOf(manifest), bytes: manifest.contents.total }
  const done = { ...figures, state: 'completed', finished_at: now() } as const
  if (!(await transact(db, (tx) => runs.end(tx, held.lease, row.id, done)))) throw new Left('the lease is lost')
}
