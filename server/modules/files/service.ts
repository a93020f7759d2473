import type { files as calls, FileRecord, trash as trashCalls } from '#contract/files.ts'
import type { ParsedOf } from '#contract/operation.ts'
import type { Actor } from '#contract/policy.ts'
import { Failure } from '#server/failure.ts'
import type { SignedIn } from '#server/http/context.ts'
import type { Doer, Happening, Journal } from '#server/modules/journal/index.ts'
import type { EnteredSpace, SpaceService } from '#server/modules/spaces/index.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import { lockSpace } from '#server/storage/locks.ts'
import type { TellChange } from './changes.ts'
import { itemsIn, placeName } from './entries.ts'
import { createFolders } from './folders.ts'
import { pageOfFolder } from './list.ts'
import { checkedName, holdersOf } from './names.ts'
import { type NodeRow, recordOf } from './records.ts'
import { copyNodes, moveNodes, renameNode } from './relocate.ts'
import { demandFor, demandMake, isAllowed } from './rights.ts'
import { searchNames } from './search.ts'
import { pageOfTrash, purge, putInTrash, restore, type TrashRow, trashOf } from './trash.ts'
import { chainTo, folderChain, nodesOf, pathOf } from './tree.ts'
import { dropVersions } from './versions.ts'

type Needs = {
  db: Db
  spaces: SpaceService
  journal: Journal
  now: () => Date
  newId: () => string
  tell: TellChange
}
type Relocation = ParsedOf<typeof calls.move>

/** `/a` of `/a/b.csv`. */
const folderOf = (path: string, name: string) => path.slice(0, -name.length - 1)

export function fileService({ db, spaces, journal, now, newId, tell }: Needs) {
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

  /** The folder that an item is in, as an entry of the journal tells it. */
  async function placeOf(from: Db | Tx, { id, space_id, parent_id }: NodeRow): Promise<{ id: string; path: string }> {
    if (!parent_id) return { id, path: '' }
    return { id: parent_id, path: pathOf((await chainTo(from, space_id, parent_id)) ?? []) }
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
    const { id, made } = await db.transaction().execute(async (tx) => {
      const done = await createFolders(tx, wish)
      await journal.record(
        tx,
        done.made.map((folder) => ({
          spaceId,
          action: 'folderMade' as const,
          doer: actor,
          ...itemsIn(folder.within, [folder]),
        })),
      )
      return done
    })
    if (made.length)
      tell(
        spaceId,
        made.map(({ within }) => within.id),
      )
    return id
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
      for (const node of nodes) {
        await renameNode(tx, node, checked, now())
        if (node.name === checked) continue
        const details = { from: node.name, to: checked }
        const items = itemsIn(await placeOf(tx, node), [{ ...node, name: checked }])
        await journal.record(tx, [{ spaceId, action: 'renamed', doer: actor, ...items, details }])
      }
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
      const from = nodes[0] && (await placeOf(tx, nodes[0]))
      const { ids, ...outcome } = await moveNodes(tx, { ...input, nodes }, needsOf(actor))
      await journal.record(tx, relocated('moved', input, actor, { ...outcome, from: from?.path ?? '' }))
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
      const from = nodes[0] && (await placeOf(tx, nodes[0]))
      const { ids, ...outcome } = await copyNodes(
        tx,
        { ...input, nodes, capacityBytes: space.capacityBytes },
        needsOf(actor),
      )
      await journal.record(tx, relocated('copied', input, actor, { ...outcome, from: from?.path ?? '' }))
      return recordsOf(tx, input.spaceId, ids)
    })
    tell(input.spaceId, [input.target])
    return { list: copied }
  }

  /** The entries of a relocation: what came, and what gave way to it. */
  function relocated(
    action: 'moved' | 'copied',
    { spaceId, target }: Relocation,
    doer: Doer,
    { moved, replaced, from, path }: { moved: NodeRow[]; replaced: NodeRow[]; from: string; path: string },
  ): Happening[] {
    const to = { id: target, path }
    const details = { from: placeName(from), to: placeName(path) }
    return [
      ...(replaced.length ? [{ spaceId, action: 'trashed' as const, doer, ...itemsIn(to, replaced) }] : []),
      ...(moved.length ? [{ spaceId, action, doer, ...itemsIn(to, moved), details }] : []),
    ]
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
      const place = nodes[0] && (await placeOf(tx, nodes[0]))
      if (place) await journal.record(tx, [{ spaceId, action: 'trashed', doer: actor, ...itemsIn(place, nodes) }])
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
      const record = await oneRecord(tx, spaceId, row.id)
      const back = { id: row.id, name: record.name }
      const items = itemsIn({ id: record.phash ?? '', path: folderOf(record.path, record.name) }, [back])
      await journal.record(tx, [{ spaceId, action: 'restored', doer: actor, ...items }])
      return record
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
      if (allowed.length) await purgeNoted(tx, spaceId, allowed, actor)
      return allowed.length
    })
    return { purged }
  }

  async function purgeNoted(tx: Tx, spaceId: string, rows: TrashRow[], doer: Doer): Promise<void> {
    const [first] = rows
    if (!first) return
    await purge(tx, spaceId, rows)
    const place = { id: first.trash_parent, path: folderOf(first.trash_path, first.name) }
    await journal.record(tx, [{ spaceId, action: 'purged', doer, ...itemsIn(place, rows) }])
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
        purgeNoted(
          tx,
          spaceId,
          await trashOf(
            tx,
            spaceId,
            rows.map((row) => row.id),
          ),
          null,
        ),
      )
    }
    return old.length
  }

  /** Deletes what files were before; what they are now stays. Answers the bytes that became free. */
  async function drop(spaceId: string, hashes: readonly string[], actor: SignedIn): Promise<number> {
    const space = await spaces.enter(spaceId, actor)
    const { freed, folders } = await inQueue(spaceId, async (tx) => {
      const nodes = await itemsOf(tx, spaceId, hashes)
      await demandFor(tx, { actor, facts: space.facts, permission: 'file.delete', nodes })
      const freed = await dropVersions(tx, spaceId, nodes)
      const place = nodes[0] && (await placeOf(tx, nodes[0]))
      if (freed && place)
        await journal.record(tx, [{ spaceId, action: 'versionsDropped', doer: actor, ...itemsIn(place, nodes) }])
      return { freed, folders: nodes.map((node) => node.parent_id ?? '') }
    })
    tell(spaceId, folders)
    return freed
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
    dropVersions: drop,
    itemsOf,
    placeOf,
    tell,
  }
}
export type FileService = ReturnType<typeof fileService>
