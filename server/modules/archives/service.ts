import { bareArchiveName } from '#contract/archive-names.ts'
import type { ArchiveFormat, archives as calls } from '#contract/archives.ts'
import { ARCHIVE_ENTRIES_MAX } from '#contract/core/limits.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import { isFileName } from '#contract/files.ts'
import { Failure } from '#server/failure.ts'
import type { ByActor, SignedIn } from '#server/http/context.ts'
import {
  archiveTooLarge,
  belowInPages,
  demandFor,
  demandMake,
  entriesBelow,
  type FilesModule,
  itemsOf,
} from '#server/modules/files/index.ts'
import type { SpaceService } from '#server/modules/spaces/index.ts'
import type { TasksModule } from '#server/modules/tasks/index.ts'
import type { BlobStore } from '#server/storage/blobs/blob-store.ts'
import type { Db } from '#server/storage/database.ts'
import { bytesOf } from './bytes.ts'
import type { ExtractOptions } from './extract.ts'
import type { PackOptions } from './pack.ts'
import { packingOf } from './unpacking.ts'

type Needs = { db: Db; blobs: BlobStore; spaces: SpaceService; files: FilesModule; tasks: TasksModule }

const suffixes: Record<ArchiveFormat, RegExp> = { zip: /\.zip$/i, tar: /\.tar$/i, 'tar.gz': /\.(tar\.gz|tgz)$/i }

export function archiveService({ db, blobs, spaces, files, tasks }: Needs) {
  async function pack(input: ParsedOf<typeof calls.pack>, { actor }: ByActor) {
    const { spaceId, hashList, target, format, conflict } = input
    const space = await spaces.enter(spaceId, actor)
    demandMake(actor, space.policyContext)
    await files.demandFolder(space, target)
    const name = (suffixes[format].test(input.name) ? input.name : `${input.name}.${format}`).normalize('NFC')
    if (!isFileName(name)) throw new Failure('fileNameInvalid', { values: { name } })
    const nodes = await itemsOf(db, spaceId, hashList)
    if (entriesBelow(nodes) > ARCHIVE_ENTRIES_MAX) throw archiveTooLarge()
    await demandFor(db, { actor, policyContext: space.policyContext, permission: 'file.download', nodes })
    const options: PackOptions = { hashes: nodes.map(({ id }) => id), name, format, conflict }
    return tasks.begin(null, { kind: 'archive', spaceId, folderId: target, actor, title: name, options })
  }

  async function unpack(input: ParsedOf<typeof calls.unpack>, { actor }: ByActor) {
    const { spaceId, hash, target, into, conflict } = input
    const { space, node } = await files.find(spaceId, hash, actor)
    const { sha256, size, name, parent_id } = node
    if (!sha256) throw new Failure('archiveUnknown', { values: { name } })
    demandMake(actor, space.policyContext)
    await demandFor(db, { actor, policyContext: space.policyContext, permission: 'file.download', nodes: [node] })
    const folderId = target ?? parent_id ?? space.rootId
    await files.demandFolder(space, folderId)
    const packing = await packingOf(bytesOf(blobs, { sha256, size }), node.suffix)
    if (!packing) throw new Failure('archiveUnknown', { values: { name } })
    const options: ExtractOptions = { hash, sha256, size, packing, name: bareArchiveName(name), into, conflict }
    return tasks.begin(null, { kind: 'extract', spaceId, folderId, actor, title: name, options })
  }

  async function verify({ spaceId, hashList }: ParsedOf<typeof calls.verify>, { actor }: ByActor) {
    const space = await spaces.enter(spaceId, actor)
    await spaces.demand(spaceId, actor, 'space.countTasks')
    const nodes = await itemsOf(db, spaceId, hashList)
    await demandFor(db, { actor, policyContext: space.policyContext, permission: 'file.download', nodes })
    const options = { hashes: nodes.map(({ id }) => id) }
    return tasks.begin(null, { kind: 'verify', spaceId, actor, title: nodes[0]?.name ?? '', options })
  }

  /**
   * Lines in the format of `sha256sum`; file names never contain line breaks. `begin` may refuse the number of files.
   */
  async function sums(
    { spaceId, hash }: ParsedOf<typeof calls.sums>,
    actor: SignedIn | null,
    begin: (entries: number) => void,
  ): Promise<string> {
    const { node } = await files.find(spaceId, hash, actor)
    const entries = entriesBelow([node])
    if (entries > ARCHIVE_ENTRIES_MAX) throw archiveTooLarge()
    begin(entries)
    const lines: string[] = []
    for await (const rows of belowInPages(db, [node]))
      for (const { path, sha256 } of rows) if (sha256) lines.push(`${sha256}  ${path}\n`)
    return lines.join('')
  }

  return { pack, unpack, verify, sums }
}
