import type { ParsedOf } from '#contract/core/operation.ts'
import { type Actor, can } from '#contract/core/policy.ts'
import type { Task } from '#contract/tasks.ts'
import type { versions as calls, Version } from '#contract/versions.ts'
import { Failure } from '#server/failure.ts'
import type { ByActor, SignedIn } from '#server/http/context.ts'
import { dropVersions, itemsIn, type NodeRow, pathOf, spaceQueue } from '#server/modules/files/index.ts'
import type { EnteredSpace } from '#server/modules/spaces/index.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import type { GoingBack } from './going-back.ts'
import { fileIn, type LiveFile } from './live-file.ts'
import type { VersionNeeds } from './needs.ts'
import { describe, numbered, pageOfVersions, placeIn, versionsOf } from './store.ts'

/** Throws unless the person has this right for the file; the error names the file. */
export function demandFile(
  actor: Actor,
  permission: 'file.edit' | 'file.delete' | 'file.download',
  node: NodeRow,
  { policyContext }: Pick<EnteredSpace, 'policyContext'>,
): void {
  if (!can(actor, permission, { space: policyContext, authorId: node.author_id }))
    throw new Failure('fileForbidden', { values: { name: node.name } })
}

async function oneOf(from: Db | Tx, node: NodeRow, number: number): Promise<Version> {
  const [version] = await versionsOf(from, node.id, [number])
  if (!version) throw new Failure('versionGone')
  return version
}

/** The versions of one file. */
export function versionService({ db, spaces, journal, files, tasks }: VersionNeeds) {
  const inQueue = spaceQueue(db, spaces)

  async function list({ spaceId, hash, after, size }: ParsedOf<typeof calls.list>, { actor }: ByActor) {
    const before = placeIn(after)
    const { node } = await files.find(spaceId, hash, actor)
    if (node.is_folder) throw new Failure('fileGone')
    return pageOfVersions(db, node.id, { before, size })
  }

  async function content({ spaceId, hash, number, download }: ParsedOf<typeof calls.content>, actor: Actor) {
    const { node, space, above } = await files.find(spaceId, hash, actor)
    const isDownload = download !== undefined
    if (isDownload) demandFile(actor, 'file.download', node, space)
    const version = await oneOf(db, node, number)
    const path = pathOf(above.map(({ hash: id, name }) => ({ id, name })))
    return { node, space, version, isDownload, path }
  }

  const noted = (tx: Tx, spaceId: string, actor: SignedIn, { node, place }: LiveFile) =>
    journal.record(tx, [{ spaceId, action: 'versionDescribed', doer: actor, ...itemsIn(place, [node]) }])

  async function describeOne(input: ParsedOf<typeof calls.describe>, { actor }: ByActor): Promise<Version> {
    const { spaceId, hash, number, name, description, isPinned } = input
    return inQueue(spaceId, actor, async (tx, space) => {
      const file = await fileIn(tx, spaceId, hash)
      demandFile(actor, 'file.edit', file.node, space)
      const old = await oneOf(tx, file.node, number)
      const version = {
        ...old,
        name: name ?? old.name,
        description: description ?? old.description,
        isPinned: isPinned ?? old.isPinned,
      }
      await describe(tx, hash, version)
      await noted(tx, spaceId, actor, file)
      return version
    })
  }

  /** Deletes older versions; returns the freed bytes. */
  async function remove({ spaceId, hash, numbers }: ParsedOf<typeof calls.remove>, { actor }: ByActor) {
    const { freedBytes, node } = await inQueue(spaceId, actor, async (tx, space) => {
      const { node, place } = await fileIn(tx, spaceId, hash)
      demandFile(actor, 'file.delete', node, space)
      const found = await versionsOf(tx, hash, numbers)
      if (found.length !== new Set(numbers).size) throw new Failure('versionGone')
      if (found.some(({ isCurrent }) => isCurrent)) throw new Failure('versionCurrent')
      const pinned = found.find(({ isPinned }) => isPinned)
      if (pinned) throw new Failure('versionPinned', { values: { number: pinned.number } })
      const { bytes: freedBytes } = await dropVersions(tx, spaceId, numbered(hash, numbers))
      await journal.record(tx, [{ spaceId, action: 'versionsDropped', doer: actor, ...itemsIn(place, [node]) }])
      return { freedBytes, node }
    })
    files.publishChange(spaceId, [node.parent_id ?? ''])
    return { freedBytes }
  }

  async function restore(input: ParsedOf<typeof calls.restore>, { actor }: ByActor): Promise<Task> {
    const { spaceId, hash, number, description } = input
    const { node, space } = await files.find(spaceId, hash, actor)
    demandFile(actor, 'file.edit', node, space)
    const { size, isCurrent } = await oneOf(db, node, number)
    if (isCurrent) throw new Failure('versionGone')
    const options: GoingBack = { hash, name: node.name, number, description }
    const wish = { kind: 'versionRestore', spaceId, actor, title: node.name, options, reserveBytes: size } as const
    return tasks.begin(null, wish)
  }

  return { list, content, describe: describeOne, remove, restore }
}
