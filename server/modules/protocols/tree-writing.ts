import { can } from '#contract/core/policy.ts'
import { Failure } from '#server/failure.ts'
import { demandMake } from '#server/modules/files/index.ts'
import { type Expected, receive } from './arrival.ts'
import { type Item, itemWritten } from './item.ts'
import { roomFor } from './room.ts'
import type { Walk } from './tree-needs.ts'
import type { Paths } from './tree-paths.ts'
import type { Reading } from './tree-reading.ts'
import { BrokenOff } from './unfinished.ts'

/** Options of a write; sizes in bytes. */
export type Writing = {
  /** Announced size, if known. */
  sizeBytes?: number
  modifiedAt?: Date
  /** The items along the path, when the caller has just looked them up. */
  along?: readonly Item[]
  expected?: Expected
  /** The item that the caller saw at the path, or null for none; if it is a different one now, the write is refused. */
  base?: Item | null
  /** Offset at which the bytes are appended; 0 and undefined: they are the whole file. */
  offset?: number
  /** Keeps an interrupted upload for its person; an offset then counts from that upload. */
  isKept?: boolean
  /** The announced minimum size of the file. */
  leastBytes?: number
}
export type Written = { item: Item; isNew: boolean }
/** An admitted write with reserved storage. The caller calls exactly one of the two, once. */
export type Arrival = { take(source: AsyncIterable<Buffer>): Promise<Written>; drop(): Promise<void> }
/** Yields bytes until the source breaks off, which is recorded in `end`. */
async function* untilBroken(source: AsyncIterable<Buffer>, end: { broken?: BrokenOff }): AsyncGenerator<Buffer> {
  try {
    yield* source
  } catch (error) {
    if (!(error instanceof BrokenOff)) throw error
    end.broken = error
  }
}

/** Writes a file: rights are checked first, then the bytes are received. */
export function writingOf(walk: Walk, { spot, partOf }: Paths, { demandRead }: Reading) {
  const { blobs, place, unfinished, again, clientSession, space } = walk
  const { actor } = clientSession
  const { policyContext } = space

  function judgeOver(item: Item | null, { base }: Writing, name: string): void {
    const isSeen = base === undefined || (base?.sha256 ?? null) === (item?.sha256 ?? null)
    if (item?.isFolder || !isSeen) throw new Failure('fileNameTaken', { values: { name } })
    if (item && !can(actor, 'file.edit', { space: policyContext, authorId: item.authorId }))
      throw new Failure('fileForbidden', { values: { name } })
  }

  /** Checks a write before its first byte, and reserves storage for it. */
  async function prepare(path: readonly string[], writing: Writing = {}): Promise<Arrival> {
    const { folder, name, item } = await spot(path, writing.along)
    const { sizeBytes, offset = 0, leastBytes = 0, isKept = false, expected, modifiedAt } = writing
    demandMake(actor, policyContext)
    judgeOver(item, writing, name)
    const part = isKept ? await partOf(folder, name, item) : null
    const behind = part ?? item
    if (offset > (behind?.size ?? 0)) throw new Failure('uploadIncomplete')
    // Appended bytes belong only to the content that they were meant for.
    const base = offset > 0 && !part ? item : writing.base
    if (item && base === item && offset > 0) await demandRead(item)
    if (part) await unfinished.release(part)
    const room = roomFor(walk, space, actor.id)
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
        const promised = {
          ...(sizeBytes !== undefined && { sizeBytes }),
          ...(expected && { expected }),
          before,
        }
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
        // The same content again leaves the file unchanged.
        const isSame = item?.hash === record.hash && item.version === record.version
        const changedAt = isSame ? item.modifiedAt : new Date(record.updateTime)
        const found = { spaceId: space.id, path: [...folder.path, name], modifiedAt: modifiedAt ?? changedAt }
        return { item: itemWritten(record, { ...found, ...content }), isNew: item?.hash !== record.hash }
      } finally {
        await release()
      }
    }
    return { take, drop: release }
  }

  return { prepare }
}
