import { can } from '#contract/core/policy.ts'
import type { FileRecord } from '#contract/files.ts'
import { batcher } from '#server/concurrency/batcher.ts'
import { Failure, orRefusal } from '#server/failure.ts'
import { demandMake, type Entry, type FilesModule, nodesOf } from '#server/modules/files/index.ts'
import type { EnteredSpace } from '#server/modules/spaces/index.ts'
import { type Db, type Tx, transact } from '#server/storage/database.ts'
import { fault } from '#server/storage/fault.ts'
import { lockSpacesWith } from '#server/storage/locks.ts'
import type { Content } from './arrival.ts'
import type { ClientSession } from './client-sessions.ts'
import type { Item } from './item.ts'
import type { ProtocolStore } from './store.ts'

/** A content that becomes a file, or the next version of one. */
export type Placing = {
  clientSession: ClientSession
  folderId: string
  name: string
  content: Content
  /** Id of the reservation of its storage, if any. */
  heldAs: string | null
  modifiedAt: Date | null
  /**
   * The item that the caller saw there, or null for none: a different one is not replaced. Undefined: any is replaced.
   */
  base: Item | null | undefined
}
type Needs = {
  db: Db
  store: ProtocolStore
  files: Pick<FilesModule, 'place' | 'lookUpPlaces' | 'noteUnlocked' | 'publishChange' | 'setClientModified'>
  hasContent: (sha256: string) => Promise<boolean>
  enter: (spaceId: string, clientSession: ClientSession, tx: Tx) => Promise<EnteredSpace>
}
type Judged = { one: Placing; space: EnteredSpace }
/** Most files created in one transaction. */
const BATCH_MAX = 200

const bytesOf = (judged: readonly Judged[]) => judged.reduce((sum, { one }) => sum + one.content.size, 0)

const entryOf = ({ one, space }: Judged, heldBytes: number): Entry => ({
  folderId: one.folderId,
  name: one.name,
  blob: one.content,
  authorId: one.clientSession.actor.id,
  doer: one.clientSession.actor,
  conflict: one.base === null ? 'refuse' : 'replace',
  mayReplace: (authorId) => can(one.clientSession.actor, 'file.edit', { space: space.policyContext, authorId }),
  releaseBytes: heldBytes,
  change: 'uploaded',
})

/** Batches contents that arrive for one space into one transaction; each caller gets its own result. */
export function placingRules({ db, store, files, hasContent, enter }: Needs) {
  async function entered(tx: Tx, spaceId: string, clientSession: ClientSession): Promise<EnteredSpace> {
    const space = await enter(spaceId, clientSession, tx)
    demandMake(clientSession.actor, space.policyContext)
    return space
  }

  /** Checks that the item is still the one that the caller saw. */
  async function isAsSeen(tx: Tx, spaceId: string, { base }: Placing): Promise<boolean> {
    if (!base) return true
    const [node] = await nodesOf(tx, spaceId, [base.hash])
    return node?.sha256 === base.sha256
  }

  /** Checks the rights again: the transfer may have taken hours. */
  async function judge(
    tx: Tx,
    spaces: ReadonlyMap<string, EnteredSpace | Failure>,
    placings: readonly Placing[],
  ): Promise<(Judged | Failure)[]> {
    const judged: (Judged | Failure)[] = []
    // An existing content may have been swept; from here on a lock prevents that.
    const isThere = await Promise.all(placings.map(({ content }) => hasContent(content.sha256)))
    for (const [at, one] of placings.entries()) {
      const space = spaces.get(one.clientSession.keyId) ?? new Failure('spaceNotFound')
      if (space instanceof Failure) judged.push(space)
      else if (!isThere[at]) judged.push(new Failure('busy'))
      else if (!(await isAsSeen(tx, space.id, one)))
        judged.push(new Failure('fileNameTaken', { values: { name: one.name } }))
      else judged.push({ one, space })
    }
    return judged
  }

  /** Saves the metadata that clients sent for the files, and ends the reservations. */
  async function saveClientMetadata(tx: Tx, placed: readonly { one: Placing; record: FileRecord }[]): Promise<void> {
    const dated = placed.flatMap(({ one, record }) => (one.modifiedAt ? [{ id: record.hash, at: one.modifiedAt }] : []))
    await files.setClientModified(tx, dated)
    const proved = placed.flatMap(({ one: { content } }) => (content.sha1 ? [{ ...content, sha1: content.sha1 }] : []))
    if (proved.length) await store.keepSha1(tx, proved)
    await store.forget(
      tx,
      placed.flatMap(({ one }) => one.heldAs ?? []),
    )
  }

  async function round(tx: Tx, spaceId: string, placings: readonly Placing[]): Promise<(FileRecord | Failure)[]> {
    const sessions = [...new Map(placings.map(({ clientSession }) => [clientSession.keyId, clientSession])).values()]
    const look = () =>
      Promise.all([
        files.lookUpPlaces(tx, spaceId, placings),
        ...sessions.map((one) => orRefusal(entered(tx, spaceId, one))),
      ])
    const [, [found, ...enteredEach]] = await lockSpacesWith(tx, [spaceId], look, { isOfFewRows: true })
    const spaces = new Map(sessions.map(({ keyId }, at) => [keyId, enteredEach[at] ?? new Failure('unknown')]))
    const judged = await judge(tx, spaces, placings)
    const due = judged.flatMap((one) => (one instanceof Failure ? [] : [one]))
    if (!due.length) return judged.flatMap((one) => (one instanceof Failure ? [one] : []))
    if (due.some(({ space }) => !space.hasLocks)) files.noteUnlocked(tx, spaceId)
    const held = await store.held(
      tx,
      due.flatMap(({ one }) => one.heldAs ?? []),
    )
    const entries = due.map((one) => entryOf(one, held.get(one.one.heldAs ?? '') ?? 0))
    const unreserved = bytesOf(due.filter(({ one }) => !held.has(one.heldAs ?? '')))
    const records = await files.place(tx, spaceId, entries, { found, unreserved })
    const outcomes = new Map(due.map((one, at) => [one, records[at] ?? new Failure('unknown')] as const))
    const placed = [...outcomes].flatMap(([{ one }, record]) => (record instanceof Failure ? [] : [{ one, record }]))
    await saveClientMetadata(tx, placed)
    fault('protocol-in-transaction')
    return judged.map((one) => (one instanceof Failure ? one : (outcomes.get(one) ?? new Failure('unknown'))))
  }

  /** When the batch does not fit, each file is placed alone, so that those that fit are kept. */
  async function placeAll(spaceId: string, placings: readonly Placing[]): Promise<(FileRecord | Failure)[]> {
    try {
      return await transact(db, (tx) => round(tx, spaceId, placings))
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      if (placings.length === 1) return [error]
      const outcomes: (FileRecord | Failure)[] = []
      for (const one of placings) outcomes.push(...(await placeAll(spaceId, [one])))
      return outcomes
    }
  }

  return batcher<Placing, FileRecord | Failure>(BATCH_MAX, async (spaceId, placings) => {
    const outcomes = await placeAll(spaceId, placings)
    fault('protocol-committed')
    files.publishChange(
      spaceId,
      placings.map(({ folderId }) => folderId),
    )
    return outcomes
  })
}
export type Place = ReturnType<typeof placingRules>
