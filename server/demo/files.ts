import { Failure } from '#server/failure.ts'
import type { Entry } from '#server/modules/files/index.ts'
import type { Tx } from '#server/storage/database.ts'
import { trashOfPast } from './past/trash.ts'
import type { SampleSpace, StoredFile } from './sample.ts'

/** Creates the sample files in a new space, in the order and at the times of the past. */
export async function fillInFiles(tx: Tx, space: SampleSpace): Promise<void> {
  const folders = new Map([['', space.rootId]])
  const inOrder = space.stored.toSorted((one, other) => one.at.getTime() - other.at.getTime())
  for (const [at, together] of Map.groupBy(inOrder, ({ at }) => at.getTime())) {
    for (const file of together) await makeFolder(tx, space, folders, file)
    const records = await space.files.placeAt(
      tx,
      space.id,
      together.map((file) => entryOf(space, folders, file)),
      new Date(at),
    )
    for (const [i, { path }] of together.entries()) {
      const record = records[i]
      if (!record || record instanceof Failure) throw record ?? new Error(`${path} was not placed`)
      space.placed(path, record.hash)
    }
  }
  await trashOfPast(tx, space)
}

const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')))

async function makeFolder(tx: Tx, space: SampleSpace, folders: Map<string, string>, file: StoredFile): Promise<void> {
  const path = folderOf(file.path)
  if (folders.has(path)) return
  const { id: spaceId, rootId: folderId, newId } = space
  const authorId = space.person(file.author).id
  const wish = { spaceId, folderId, path, authorId, existing: 'reuse', now: file.at, newId } as const
  const { id, made } = await space.files.createFolders(tx, wish)
  folders.set(path, id)
  for (const folder of made) space.placed(`${folder.within.path}/${folder.name}`.replace(/^\/+/, ''), folder.id)
}

function entryOf(
  space: SampleSpace,
  folders: ReadonlyMap<string, string>,
  { path, author, via = 'web', blob }: StoredFile,
): Entry {
  const { id, name } = space.person(author)
  const folder = folderOf(path)
  return {
    folderId: folders.get(folder) ?? '',
    name: folder ? path.slice(folder.length + 1) : path,
    blob,
    authorId: id,
    doer: { id, name, channel: via },
    conflict: 'replace',
    mayReplace: () => true,
    releaseBytes: 0,
    change: 'uploaded',
  }
}
