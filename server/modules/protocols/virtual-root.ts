import { Readable } from 'node:stream'
import { Failure } from '#server/failure.ts'
import type { Passage } from '#server/http/traffic.ts'
import type { ClientSession } from './client-sessions.ts'
import type { Item } from './item.ts'
import type { Tree } from './tree.ts'
import type { Part } from './unfinished.ts'

/**
 * The item that a client session sees at a path: the root, a space, a folder, a file, or an interrupted upload (no
 * content).
 */
export type Seen = Pick<Item, 'hash' | 'name' | 'isFolder' | 'size' | 'modifiedAt' | 'items' | 'sha256'>
/** A space in a protocol's list. */
export type OpenSpace = { id: string; identifier: string; name: string; createdAt: Date }
type Needs = {
  spaces: (clientSession: ClientSession) => Promise<OpenSpace[]>
  tree: (clientSession: ClientSession, identifier: string) => Promise<Tree>
  count: (passage: Passage) => void
}
type Path = readonly string[]
/** Options of a write; `leastBytes`: the announced minimum size of the file. */
type Wish = { offset: number; leastBytes: number }

const TOP: Seen = {
  hash: 'top',
  name: '',
  isFolder: true,
  size: 0,
  modifiedAt: new Date(0),
  items: 1,
  sha256: null,
}
const seenPart = (part: Part): Seen => ({
  hash: part.id,
  name: part.name,
  isFolder: false,
  size: part.size,
  modifiedAt: part.at,
  items: 0,
  sha256: null,
})
const gone = (): Failure => new Failure('fileGone')

/** The same bytes, each piece counted as it passes. */
async function* counted(source: AsyncIterable<Buffer>, count: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const piece of source) {
    count(piece.length)
    yield piece
  }
}

/** All spaces of a client session as one tree: spaces by identifier, with their folders below. For FTP and SFTP. */
export function virtualRootOf(protocols: Needs, clientSession: ClientSession) {
  /** The space of a path. Throws rootReadOnly for the root itself. */
  async function within([identifier, ...path]: Path): Promise<{ tree: Tree; path: string[] }> {
    if (identifier === undefined) throw new Failure('rootReadOnly')
    return { tree: await protocols.tree(clientSession, identifier), path }
  }
  /** Resolves a path inside a space. Throws rootReadOnly for a space itself: spaces are changed in the console. */
  async function inside(full: Path) {
    if (full.length < 2) throw new Failure('rootReadOnly')
    return within(full)
  }
  async function itemAt(tree: Tree, path: Path): Promise<Item> {
    const item = await tree.stat(path)
    if (!item) throw gone()
    return item
  }

  /** Begins to count a transfer in a space; the answer counts its bytes. */
  function transferIn({ space }: Tree, direction: 'inBytes' | 'outBytes'): (bytes: number) => void {
    const { actor, protocol } = clientSession
    const whose = { channel: protocol, spaceId: space.id, personId: actor.id, requests: 0, inBytes: 0, outBytes: 0 }
    protocols.count({ ...whose, requests: 1 })
    return (bytes) => protocols.count({ ...whose, [direction]: bytes })
  }

  async function stat(full: Path): Promise<Seen | null> {
    if (!full.length) return TOP
    const { tree, path } = await within(full)
    if (!path.length) return { ...(await itemAt(tree, path)), name: full[0] ?? '' }
    const { item, part } = await tree.see(path)
    return part ? seenPart(part) : item
  }

  async function* spaces(): AsyncGenerator<Seen[]> {
    const open = await protocols.spaces(clientSession)
    yield open.map(({ id, identifier, createdAt }) => ({ ...TOP, hash: id, name: identifier, modifiedAt: createdAt }))
  }

  /** Lists a page at a time; an interrupted upload is shown in place of its file, unless the file is newer. */
  async function* list(full: Path): AsyncGenerator<Seen[]> {
    if (!full.length) return yield* spaces()
    const { tree, path } = await within(full)
    const folder = await itemAt(tree, path)
    const parts = new Map((await tree.partsIn(folder)).map((part) => [part.name, part]))
    for await (const page of tree.list(folder))
      yield page.map((item) => {
        const part = parts.get(item.name)
        parts.delete(item.name)
        return part && item.node.updated_at <= part.at ? seenPart(part) : item
      })
    if (parts.size) yield [...parts.values()].map(seenPart)
  }

  /** The complete file. Throws fileUnfinished when the client session sees an interrupted upload instead. */
  async function whole(tree: Tree, path: Path): Promise<Item> {
    const { item, part } = await tree.see(path)
    if (part) throw new Failure('fileUnfinished')
    if (!item) throw gone()
    return item
  }

  return {
    stat,
    list,
    /** The bytes of a file from `start`, up to but not including `end` if given. */
    async read(full: Path, start: number, end?: number): Promise<Readable> {
      const { tree, path } = await inside(full)
      const item = await whole(tree, path)
      const last = Math.min(end ?? item.size, item.size) - 1
      if (start > last) {
        await tree.demandRead(item)
        return Readable.from([])
      }
      const stream = await tree.read(item, start > 0 || last < item.size - 1 ? { start, end: last } : undefined)
      return Readable.from(counted(stream, transferIn(tree, 'outBytes')), { objectMode: false })
    },
    /** The result of an interrupted upload of this many bytes. Throws spaceFull if it could not be kept. */
    async readUnfinished(full: Path, bytes: number): Promise<Readable> {
      const { tree, path } = await inside(full)
      const { part } = await tree.see(path)
      if (part?.size !== bytes) throw new Failure('spaceFull')
      return tree.readPart(part)
    },
    /** Writes a file; when the source throws BrokenOff, the received part is kept to be resumed. */
    async write(full: Path, source: AsyncIterable<Buffer>, { offset, leastBytes }: Wish): Promise<void> {
      const { tree, path } = await inside(full)
      const bytes = counted(source, transferIn(tree, 'inBytes'))
      await tree.write(path, bytes, { offset, leastBytes, isKept: true })
    },
    async makeFolder(full: Path): Promise<void> {
      const { tree, path } = await inside(full)
      await tree.makeFolder(path)
    },
    /** Moves an item to the trash; an interrupted upload is deleted. */
    async remove(full: Path): Promise<void> {
      const { tree, path } = await inside(full)
      const { item, part } = await tree.see(path)
      if (part) await tree.dropPart(part)
      else if (item) await tree.remove(item)
      else throw gone()
    },
    /** Moves within one space; an existing file is replaced, a folder never. Throws otherSpace, fileNameTaken. */
    async move(from: Path, to: Path): Promise<void> {
      const [source, target] = [await inside(from), await inside(to)]
      if (source.tree.space.id !== target.tree.space.id) throw new Failure('otherSpace')
      const there = await target.tree.stat(target.path)
      if (there?.isFolder) throw new Failure('fileNameTaken', { values: { name: there.name } })
      await source.tree.move(await whole(source.tree, source.path), target.path, true)
    },
    async setModified(full: Path, at: Date): Promise<void> {
      const { tree, path } = await inside(full)
      await tree.setModified(await whole(tree, path), at)
    },
    async room(full: Path): Promise<{ usedBytes: number; availableBytes: number }> {
      return (await within(full)).tree.room()
    },
  }
}
export type VirtualRoot = ReturnType<typeof virtualRootOf>
