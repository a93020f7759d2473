import type { files as calls, FileRecord, trash as trashCalls } from '#contract/files.ts'
import type { ParsedOf } from '#contract/operation.ts'
import type { Actor } from '#contract/policy.ts'
import { Failure } from '#server/failure.ts'
import type { EnteredSpace, SpaceService } from '#server/modules/spaces/index.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import { lockSpace } from '#server/storage/locks.ts'
import type { TellChange } from './changes.ts'
import { createFolders } from './folders.ts'
import { pageOfFolder } from './list.ts'
import { checkedName, holdersOf } from './names.ts'
import { type NodeRow, recordOf } from './records.ts'
import { copyNodes, moveNodes, renameNode } from './relocate.ts'
import { demandFor, demandMake, isAllowed } from './rights.ts'
import { searchNames } from './search.ts'
import { pageOfTrash, purge, putInTrash, restore, type TrashRow, trashOf } from './trash.ts'
import { chainTo, folderChain, nodesOf, pathOf } from './tree.ts'

type Needs = { db: Db; spaces: SpaceService; now: () => Date; newId: () => string; tell: TellChange }
type SignedIn = NonNullable<Actor>
type Relocation = ParsedOf<typeof calls.move>

export function fileService({ db, spaces, now, newId, tell }: Needs) {
  const inQueue = <T>(spaceId: string, run: (tx: Tx) => Promise<T>): Promise<T> =>
    db.transaction().execute(async (tx) => {
      await lockSpace(tx, spaceId)
      return run(tx)
    })

  /**
   * Live items of a space, all of them there; throws fileGone when one is not. What lies in a chosen folder goes with
   * it and is left out: counted twice, it would weigh twice.
   */
  async function itemsOf(from: Db | Tx, spaceId: string, ids: readonly string[]): Promise<NodeRow[]> {
    const nodes = await nodesOf(from, spaceId, ids)
    const chosen = new Set(nodes.map((node) => node.id))
    if (chosen.size !== new Set(ids).size) throw new Failure('fileGone')
    const covered = new Set<string | null>()
    for (const parent of new Set(nodes.map((node) => node.parent_id))) {
      const chain = parent ? await chainTo(from, spaceId, parent) : null
      if (parent && !chain) throw new Failure('fileGone')
      if (chain?.some((link) => chosen.has(link.id))) covered.add(parent)
    }
    return nodes.filter((node) => !covered.has(node.parent_id))
  }

  async function recordsOf(from: Db | Tx, spaceId: string, ids: readonly string[]): Promise<FileRecord[]> {
    const nodes = await nodesOf(from, spaceId, ids)
    const paths = new Map<string, string>()
    for (const parent of new Set(nodes.map((node) => node.parent_id))) {
      if (parent) paths.set(parent, pathOf((await chainTo(from, spaceId, parent)) ?? []))
    }
    return nodes.map((node) => recordOf(node, paths.get(node.parent_id ?? '') ?? ''))
  }

  async function oneRecord(from: Db | Tx, spaceId: string, id: string): Promise<FileRecord> {
    const [record] = await recordsOf(from, spaceId, [id])
    if (!record) throw new Failure('fileGone')
    return record
  }

  const needsOf = (actor: SignedIn) => ({ now: now(), newId, actorId: actor.id })

  async function list(query: ParsedOf<typeof calls.list>, actor: Actor) {
    const space = await spaces.enter(query.spaceId, actor)
    const chain = await folderChain(db, space, query.hash)
    const folderId = query.hash ?? space.rootId
    const { rows, next } = await pageOfFolder(db, { ...query, folderId })
    const path = pathOf(chain)
    return { list: rows.map((row) => recordOf(row, path)), ...(next && { next }) }
  }

  /** A live item with the folders above it; for those who may read the space. */
  async function find(
    spaceId: string,
    hash: string,
    actor: Actor,
  ): Promise<{ space: EnteredSpace; node: NodeRow; record: FileRecord; above: { hash: string; name: string }[] }> {
    const space = await spaces.enter(spaceId, actor)
    const id = hash === 'root' ? space.rootId : hash
    const chain = await chainTo(db, space.id, id)
    const [node] = chain ? await nodesOf(db, space.id, [id]) : []
    if (!chain || !node) throw new Failure('fileGone')
    const above = chain.slice(0, -1)
    return {
      space,
      node,
      record: recordOf(node, pathOf(above)),
      above: above.map((link) => ({ hash: link.id, name: link.name })),
    }
  }

  async function search(query: ParsedOf<typeof calls.search>, actor: Actor) {
    const space = await spaces.enter(query.spaceId, actor)
    const folder = await folderChain(db, space, query.hash)
    return searchNames(db, { ...query, spaceId: space.id, folder })
  }

  async function create(
    { spaceId, hash, path, existing }: ParsedOf<typeof calls.create>,
    actor: SignedIn,
  ): Promise<string> {
    const space = await spaces.enter(spaceId, actor)
    demandMake(actor, space.facts)
    const wish = { spaceId, folderId: hash ?? space.rootId, path, existing, authorId: actor.id, now: now(), newId }
    const made = await db.transaction().execute((tx) => createFolders(tx, wish))
    if (made.changed.length) tell(spaceId, made.changed)
    return made.id
  }

  async function conflicts(
    { spaceId, hash, names }: ParsedOf<typeof calls.conflicts>,
    actor: SignedIn,
  ): Promise<FileRecord[]> {
    const space = await spaces.enter(spaceId, actor)
    const chain = await folderChain(db, space, hash)
    const folderId = hash ?? space.rootId
    const held = await db.transaction().execute((tx) =>
      holdersOf(
        tx,
        names.map((name) => ({ folderId, name: name.normalize('NFC') })),
      ),
    )
    return [...held.values()].map((row) => recordOf(row, pathOf(chain)))
  }

  async function rename({ spaceId, hash, name }: ParsedOf<typeof calls.rename>, actor: SignedIn): Promise<FileRecord> {
    const space = await spaces.enter(spaceId, actor)
    const checked = checkedName(name)
    const record = await inQueue(spaceId, async (tx) => {
      const nodes = await itemsOf(tx, spaceId, [hash])
      await demandFor(tx, { actor, facts: space.facts, permission: 'file.edit', nodes })
      for (const node of nodes) await renameNode(tx, node, checked, now())
      return oneRecord(tx, spaceId, hash)
    })
    tell(spaceId, [record.phash ?? ''])
    return record
  }

  async function move(input: Relocation, actor: SignedIn): Promise<{ list: FileRecord[] }> {
    const space = await spaces.enter(input.spaceId, actor)
    demandMake(actor, space.facts)
    const { list: moved, from } = await inQueue(input.spaceId, async (tx) => {
      const nodes = await itemsOf(tx, input.spaceId, [input.hash, ...(input.also ?? [])])
      await demandFor(tx, { actor, facts: space.facts, permission: 'file.edit', nodes })
      if (input.conflict === 'replace') await demandReplace(tx, input, actor, space, nodes)
      const ids = await moveNodes(tx, { ...input, nodes }, needsOf(actor))
      return { list: await recordsOf(tx, input.spaceId, ids), from: nodes.map((node) => node.parent_id ?? '') }
    })
    tell(input.spaceId, [...from, input.target])
    return { list: moved }
  }

  async function copy(input: Relocation, actor: SignedIn): Promise<{ list: FileRecord[] }> {
    const space = await spaces.enter(input.spaceId, actor)
    demandMake(actor, space.facts)
    const copied = await inQueue(input.spaceId, async (tx) => {
      const nodes = await itemsOf(tx, input.spaceId, [input.hash, ...(input.also ?? [])])
      await demandFor(tx, { actor, facts: space.facts, permission: 'file.download', nodes })
      if (input.conflict === 'replace') await demandReplace(tx, input, actor, space, nodes)
      const ids = await copyNodes(tx, { ...input, nodes, capacityBytes: space.capacityBytes }, needsOf(actor))
      return recordsOf(tx, input.spaceId, ids)
    })
    tell(input.spaceId, [input.target])
    return { list: copied }
  }

  /** What is replaced goes to the trash, so the caller must be allowed to delete it. */
  async function demandReplace(tx: Tx, input: Relocation, actor: SignedIn, space: EnteredSpace, nodes: NodeRow[]) {
    const held = await holdersOf(
      tx,
      nodes.map((node) => ({ folderId: input.target, name: node.name })),
    )
    const others = [...held.values()].filter((holder) => !nodes.some((node) => node.id === holder.id))
    await demandFor(tx, { actor, facts: space.facts, permission: 'file.delete', nodes: others })
  }

  async function remove({ spaceId, hashList }: ParsedOf<typeof calls.remove>, actor: SignedIn) {
    const space = await spaces.enter(spaceId, actor)
    const { put, folders } = await inQueue(spaceId, async (tx) => {
      const nodes = await itemsOf(tx, spaceId, hashList)
      if (nodes.some((node) => !node.parent_id)) throw new Failure('fileForbidden', { values: { name: '/' } })
      await demandFor(tx, { actor, facts: space.facts, permission: 'file.delete', nodes })
      return {
        put: await putInTrash(tx, spaceId, nodes, needsOf(actor)),
        folders: nodes.map((node) => node.parent_id ?? ''),
      }
    })
    tell(spaceId, folders)
    return { list: put }
  }

  async function listTrash({ spaceId, after, size }: ParsedOf<typeof trashCalls.list>, actor: SignedIn) {
    const space = await spaces.enter(spaceId, actor)
    if (!space.facts.myRole) throw new Failure('spaceForbidden')
    return pageOfTrash(db, spaceId, { after, size })
  }

  /** Deleted folders are looked into: what others have inside, live or deleted before, is theirs. */
  const mayHandle = (tx: Tx, row: TrashRow, actor: SignedIn, space: EnteredSpace) =>
    isAllowed(tx, actor, 'file.delete', row, space.facts, true)

  async function restoreOne(
    { id, spaceId }: ParsedOf<typeof trashCalls.restore>,
    actor: SignedIn,
  ): Promise<FileRecord> {
    const space = await spaces.enter(spaceId, actor)
    const record = await inQueue(spaceId, async (tx) => {
      const [row] = await trashOf(tx, spaceId, [id])
      if (!row) throw new Failure('trashGone')
      // Whoever deleted an item may take that back.
      if (row.deleted_by !== actor.id && !(await mayHandle(tx, row, actor, space)))
        throw new Failure('fileForbidden', { values: { name: row.name } })
      demandMake(actor, space.facts)
      await restore(tx, space, row)
      return oneRecord(tx, spaceId, row.id)
    })
    tell(spaceId, [record.phash ?? ''])
    return record
  }

  async function purgeAll({ spaceId, idList }: ParsedOf<typeof trashCalls.purge>, actor: SignedIn) {
    const space = await spaces.enter(spaceId, actor)
    if (!space.facts.myRole) throw new Failure('spaceForbidden')
    const purged = await inQueue(spaceId, async (tx) => {
      const rows = await trashOf(tx, spaceId, idList ?? null)
      if (idList && rows.length !== new Set(idList).size) throw new Failure('trashGone')
      const allowed: TrashRow[] = []
      let refused: TrashRow | undefined
      for (const row of rows) {
        if (await mayHandle(tx, row, actor, space)) allowed.push(row)
        else refused ??= row
      }
      if (idList && refused) throw new Failure('fileForbidden', { values: { name: refused.name } })
      if (allowed.length) await purge(tx, spaceId, allowed)
      return allowed.length
    })
    return { purged }
  }

  /** Deletes for good what was deleted before `before`, a space at a time; run by schedule. Answers how many. */
  async function sweepTrash(before: Date): Promise<number> {
    const old = await db
      .selectFrom('trash')
      .select(['space_id', 'id'])
      .where('deleted_at', '<', before)
      .limit(1000)
      .execute()
    for (const [spaceId, rows] of Map.groupBy(old, (row) => row.space_id)) {
      await inQueue(spaceId, async (tx) =>
        purge(
          tx,
          spaceId,
          await trashOf(
            tx,
            spaceId,
            rows.map((row) => row.id),
          ),
        ),
      )
    }
    return old.length
  }

  return {
    list,
    find,
    search,
    create,
    conflicts,
    rename,
    move,
    copy,
    remove,
    listTrash,
    restore: restoreOne,
    purge: purgeAll,
    sweepTrash,
    itemsOf,
    tell,
  }
}
export type FileService = ReturnType<typeof fileService>
