import type { Readable } from 'node:stream'
import { can } from '#contract/core/policy.ts'
import { Failure } from '#server/failure.ts'
import { checkedName, demandFor, demandMake, type FilesModule, type WalkedRow } from '#server/modules/files/index.ts'
import type { EnteredSpace } from '#server/modules/spaces/index.ts'
import type { BlobStore } from '#server/storage/blobs/blob-store.ts'
import { isStorable } from '#server/storage/storable.ts'
import { type Expected, receive } from './arrival.ts'
import type { ClientSession } from './client-sessions.ts'
import { type Item, itemOf } from './item.ts'
import type { Place } from './placing.ts'
import { type RoomNeeds, roomFor } from './room.ts'
import { BrokenOff, type Part, type Unfinished } from './unfinished.ts'

/** Items that one page of a list holds. */
const PAGE = 500

export type TreeNeeds = RoomNeeds & {
  blobs: BlobStore
  files: FilesModule
  place: Place
  unfinished: Unfinished
  /** The client session as it is now. Throws appPasswordWrong and the like. */
  again: (clientSession: ClientSession) => Promise<ClientSession>
}
/** How something is written; sizes in bytes. */
export type Writing = {
  /** What comes, when it is known. */
  sizeBytes?: number
  modifiedAt?: Date
  /** The items that the path leads over, when the caller looked just now. */
  along?: readonly Item[]
  expected?: Expected
  /** What the caller saw at the path: nothing (null) or this item; anything else there now refuses it. */
  base?: Item | null
  /** What comes goes behind so many bytes of what is there; 0 and undefined: it is the whole. */
  offset?: number
  /** What breaks off is kept for its person, and an offset counts from what broke off before. */
  isKept?: boolean
  /** What the file will have at least, where that is reported. */
  leastBytes?: number
}
export type Written = { item: Item; isNew: boolean }
/** Something that was judged and has room: now its bytes may come. Either is called, and once. */
export type Arrival = { take(source: AsyncIterable<Buffer>): Promise<Written>; drop(): Promise<void> }
type Range = { start: number; end: number }

/** What comes until it breaks off, which `end` is informed of. */
async function* untilBroken(source: AsyncIterable<Buffer>, end: { broken?: BrokenOff }): AsyncGenerator<Buffer> {
  try {
    yield* source
  } catch (error) {
    if (!(error instanceof BrokenOff)) throw error
    end.broken = error
  }
}

const namesOf = (path: readonly string[]) => path.map((name) => name.normalize('NFC'))

/** A space as a client session walks through it: every rule is that of the files themselves. */
export function treeOf(needs: TreeNeeds, clientSession: ClientSession, space: EnteredSpace) {
  const { blobs, files, place, store, unfinished, again } = needs
  const { actor } = clientSession
  const { policyContext } = space

  async function walk(path: readonly string[]): Promise<WalkedRow[]> {
    return path.every(isStorable) ? files.walk(space.rootId, namesOf(path)) : []
  }
  const itemAt = (rows: readonly WalkedRow[], path: readonly string[]): Item | null => {
    const row = rows[path.length]
    return row ? itemOf(row, namesOf(path)) : null
  }
  /** The items that a path leads over, the root first, as far as there are any. */
  const along = async (path: readonly string[]): Promise<Item[]> =>
    (await walk(path)).map((row, at) => itemOf(row, namesOf(path.slice(0, at))))
  /** What is at a path; null when nothing is. */
  const stat = async (path: readonly string[]): Promise<Item | null> => itemAt(await walk(path), path)

  /** The folder of a path, the name in it as it is kept, and what has it. Throws folderGone, fileNameInvalid. */
  async function spot(
    path: readonly string[],
    way?: readonly Item[],
  ): Promise<{ folder: Item; name: string; item: Item | null }> {
    const items = way ?? (await along(path))
    const folder = path.length ? items[path.length - 1] : undefined
    if (!folder?.isFolder) throw new Failure('folderGone')
    return { folder, name: checkedName(path.at(-1) ?? ''), item: items[path.length] ?? null }
  }

  /** What the client broke off at a place, unless the file there has changed since. */
  async function partOf(folder: Item, name: string, item: Item | null): Promise<Part | null> {
    const [part] = await unfinished.find({ personId: actor.id, folderId: folder.hash, name })
    return part && !(item && item.node.updated_at > part.at) ? part : null
  }
  /** What is at a path for a client session: what it broke off stands before the file that it was to become. */
  async function see(path: readonly string[]): Promise<{ item: Item | null; part: Part | null }> {
    const rows = await walk(path)
    const [folder, item] = [itemAt(rows, path.slice(0, -1)), itemAt(rows, path)]
    const name = path.at(-1)?.normalize('NFC')
    return { item, part: folder && name !== undefined ? await partOf(folder, name, item) : null }
  }

  /** What lies in a folder, in the order of the names, a page at a time; each is one look-up when it is asked for. */
  async function* list(folder: Item): AsyncGenerator<Item[]> {
    for (let page = files.below(folder.hash, '', PAGE); ; ) {
      const rows = await page
      const isLast = rows.length < PAGE
      // The next page is looked up while this one is listed; who stops listening hears nothing of it.
      if (!isLast) page = files.below(folder.hash, rows.at(-1)?.name ?? '', PAGE)
      page.catch(() => {})
      if (rows.length) yield rows.map((row) => itemOf(row, [...folder.path, row.name]))
      if (isLast) return
    }
  }

  /** Whether the client session may have the bytes of a file. Throws fileForbidden, and fileGone for a folder. */
  async function demandRead(item: Item): Promise<string> {
    if (!item.sha256) throw new Failure('fileGone')
    await demandFor(needs.db, { actor, policyContext, permission: 'file.download', nodes: [item.node] })
    return item.sha256
  }
  /** Writes down that bytes leave: from where, null for the whole. Pieces of one file are one download. */
  const noteRead = (item: Item, start: number | null) =>
    files.noteDownload(
      { space, actor, address: clientSession.address },
      item.node,
      item.path
        .slice(0, -1)
        .map((name) => `/${name}`)
        .join(''),
      start,
    )

  async function read(item: Item, range?: Range): Promise<Readable> {
    const sha256 = await demandRead(item)
    noteRead(item, range?.start ?? null)
    return blobs.read(sha256, range)
  }

  function judgeOver(item: Item | null, { base }: Writing, name: string): void {
    const isSeen = base === undefined || (base?.sha256 ?? null) === (item?.sha256 ?? null)
    if (item?.isFolder || !isSeen) throw new Failure('fileNameTaken', { values: { name } })
    if (item && !can(actor, 'file.edit', { space: policyContext, authorId: item.authorId }))
      throw new Failure('fileForbidden', { values: { name } })
  }

  /** Judges something that is to be written before a byte of it comes, and holds its room. */
  async function prepare(path: readonly string[], writing: Writing = {}): Promise<Arrival> {
    const { folder, name, item } = await spot(path, writing.along)
    const { sizeBytes, offset = 0, leastBytes = 0, isKept = false, expected, modifiedAt } = writing
    demandMake(actor, policyContext)
    judgeOver(item, writing, name)
    const part = isKept ? await partOf(folder, name, item) : null
    const behind = part ?? item
    if (offset > (behind?.size ?? 0)) throw new Failure('uploadIncomplete')
    // What goes behind bytes that are there is only right behind those.
    const base = offset > 0 && !part ? item : writing.base
    if (item && base === item && offset > 0) await demandRead(item)
    if (part) await unfinished.release(part)
    const room = roomFor(needs, space.id, actor.id)
    async function release(): Promise<void> {
      await room.release()
      if (part) await unfinished.holdAgain(part)
    }
    try {
      await room.demand(Math.max(offset + (sizeBytes ?? 0), leastBytes))
    } catch (error) {
      await release()
      throw error
    }

    async function take(source: AsyncIterable<Buffer>): Promise<Written> {
      const before = { bytes: offset, read: () => blobs.read(behind?.sha256 ?? '', { start: 0, end: offset - 1 }) }
      const end: { broken?: BrokenOff } = {}
      try {
        const promised = { ...(sizeBytes !== undefined && { sizeBytes }), ...(expected && { expected }), before }
        const content = await receive({ put: blobs.put, room }, isKept ? untilBroken(source, end) : source, promised)
        if (end.broken) {
          await room.release()
          await unfinished.keep({ personId: actor.id, spaceId: space.id, folderId: folder.hash, name }, content)
          throw end.broken
        }
        const incoming = { name, content, heldAs: room.heldAs(), modifiedAt: modifiedAt ?? null, base }
        const record = await place(space.id, {
          clientSession: await again(clientSession),
          folderId: folder.hash,
          ...incoming,
        })
        if (record instanceof Failure) throw record
        if (part) await unfinished.drop(part)
        const written = await stat(path)
        if (!written) throw new Failure('fileGone')
        return { item: written, isNew: item?.hash !== record.hash }
      } finally {
        await release()
      }
    }
    return { take, drop: release }
  }

  async function makeFolder(path: readonly string[]): Promise<Item> {
    const { folder, name } = await spot(path)
    await files.create({ spaceId: space.id, hash: folder.hash, path: name, existing: 'refuse' }, { actor })
    const made = await stat(path)
    if (!made) throw new Failure('folderGone')
    return made
  }

  /** Where an item goes, or a copy of it. */
  async function goingTo(item: Item, path: readonly string[], overwrite: boolean) {
    const { folder, name } = await spot(path)
    const foundAs = { folderId: item.node.parent_id, name: item.name }
    return { spaceId: space.id, hash: item.hash, foundAs, target: folder.hash, name, overwrite }
  }

  return {
    space,
    along,
    stat,
    see,
    list,
    /** What the client broke off in a folder. */
    partsIn: (folder: Item): Promise<Part[]> => unfinished.find({ personId: actor.id, folderId: folder.hash }),
    dropPart: unfinished.drop,
    demandRead,
    noteRead,
    /** The bytes of a file, whole or a range (both ends included); noted as a download. Throws fileForbidden. */
    read,
    prepare,
    /** Writes a file. Throws folderGone, fileNameInvalid, fileForbidden, fileNameTaken, spaceFull, uploadIncomplete, uploadHashWrong. */
    write: async (path: readonly string[], source: AsyncIterable<Buffer>, writing: Writing = {}): Promise<Written> =>
      (await prepare(path, writing)).take(source),
    makeFolder,
    /** Into the trash. */
    remove: (item: Item) => files.remove({ spaceId: space.id, hashList: [item.hash] }, { actor }),
    /** Another place and name; what is there gives way when `overwrite` says so, else fileNameTaken is thrown. */
    move: async (item: Item, path: readonly string[], overwrite: boolean) =>
      files.moveTo(await goingTo(item, path, overwrite), actor),
    /** The same of a copy; of a folder with all below it when `deep` says so. */
    copy: async (item: Item, path: readonly string[], { overwrite, deep }: { overwrite: boolean; deep: boolean }) =>
      files.copyTo({ ...(await goingTo(item, path, overwrite)), deep }, actor),
    setModified: (item: Item, at: Date) => files.setModified(space.id, item.hash, at, actor),
    async room(): Promise<{ usedBytes: number; availableBytes: number }> {
      const { usedBytes, capacityBytes } = await store.room(space.id)
      return { usedBytes, availableBytes: Math.max(0, capacityBytes - usedBytes) }
    },
  }
}
export type Tree = ReturnType<typeof treeOf>
