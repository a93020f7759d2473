import { Failure, orRefusal } from '#server/failure.ts'
import type { SignedIn } from '#server/http/context.ts'
import { type FilesModule, itemsIn } from '#server/modules/files/index.ts'
import type { Journal } from '#server/modules/journal/index.ts'
import type { EnteredSpace } from '#server/modules/spaces/index.ts'
import type { BlobStore } from '#server/storage/blobs/blob-store.ts'
import type { Db, Tx } from '#server/storage/database.ts'

export type ArrivalNeeds = {
  db: Db
  blobs: BlobStore
  files: Pick<FilesModule, 'createFolders' | 'place' | 'publishChange'>
  journal: Journal
  now: () => Date
  newId: () => string
}
/** The person and the target space when a batch is placed. */
export type Bringing = { actor: SignedIn; space: EnteredSpace }
export type Folders = Map<string, string | Failure>
/** Folders that a transaction found or created, by their paths, and the folders that it changed. */
export type Looked = Bringing & { tx: Tx; folders: Folders; touched: Set<string> }

/** The folder of a relative path, created if missing; a Failure when that is not possible. */
export async function folderOf(needs: ArrivalNeeds, known: Looked, path: readonly string[]): Promise<string | Failure> {
  const key = path.join('/')
  const found = known.folders.get(key) ?? (await makeFolder(needs, known, path))
  known.folders.set(key, found)
  return found
}

async function makeFolder(needs: ArrivalNeeds, known: Looked, path: readonly string[]): Promise<string | Failure> {
  const { files, journal, now, newId } = needs
  const above = await folderOf(needs, known, path.slice(0, -1))
  if (above instanceof Failure) return above
  const { tx, actor, space } = known
  const wish = { spaceId: space.id, folderId: above, path: path.at(-1) ?? '', existing: 'reuse' as const }
  const done = await orRefusal(files.createFolders(tx, { ...wish, authorId: actor.id, now: now(), newId }))
  if (done instanceof Failure) return done
  const entry = { spaceId: space.id, action: 'folderMade' as const, doer: actor }
  await journal.record(
    tx,
    done.made.map((folder) => ({ ...entry, ...itemsIn(folder.within, [folder]) })),
  )
  for (const folder of done.made) known.touched.add(folder.within.id)
  return done.id
}
