import { Readable } from 'node:stream'
import { Failure, orRefusal } from '#server/failure.ts'
import { refusalOf } from '#server/http/answer.ts'
import { keepBlobs } from '#server/modules/files/index.ts'
import type { Running, Work } from '#server/modules/tasks/index.ts'
import { type Tx, transact } from '#server/storage/database.ts'
import { fault } from '#server/storage/fault.ts'
import { holdBlobs } from '#server/storage/locks.ts'
import { publishSpaceChange } from '#server/storage/space-changes.ts'
import type { PublicationNeeds } from './needs.ts'
import { editorsNews, submittedNews } from './news.ts'
import type { PublicationRow } from './store.ts'
import type { Transfer } from './submitting.ts'

/** Writes the tables of a submission as files and hands it over to the reviewers. Source: spec section 4, transfer. */
export function publicationTransfers(needs: PublicationNeeds): Work {
  const { db, store, frozen, spaces, tables, blobs, bus, now } = needs

  /** The version, as long as it waits for this very transfer. */
  async function waiting(tx: Tx, { publicationId, submittedAt }: Transfer): Promise<PublicationRow | null> {
    const row = await store.held(tx, publicationId)
    const isSame = row?.state === 'pending' && row.submitted_at?.toISOString() === submittedAt
    return row && isSame && row.transfer === 'transmitting' ? row : null
  }

  async function write(task: Running, transfer: Transfer, tableId: string, path: string): Promise<void> {
    const { pieces, columns, rows } = await tables.asCsv(task.spaceId, tableId, await task.actor())
    async function* bytes() {
      for await (const piece of pieces) {
        task.signal.throwIfAborted()
        if (piece.length) yield Buffer.from(piece)
      }
    }
    const blob = await blobs.put(Readable.from(bytes(), { objectMode: false }))
    fault('publication-table-written')
    await transact(db, async (tx) => {
      await task.fence(tx)
      await holdBlobs(tx)
      if (!(await waiting(tx, transfer))) return
      await keepBlobs(tx, [{ blob }], now())
      const described = columns.map(({ name, type, unit, description }) => ({ name, type, unit, description }))
      const { sha256, size } = blob
      await frozen.placeTable(tx, transfer.publicationId, { tableId, path, sha256, size, rows: rows() }, described)
    })
  }

  async function finish(task: Running, transfer: Transfer): Promise<void> {
    const actor = await task.actor()
    const space = await spaces.see(task.spaceId, actor)
    await transact(db, async (tx) => {
      await task.fence(tx)
      const row = await waiting(tx, transfer)
      if (!row) return
      await frozen.count(tx, row.id)
      await store.update(tx, row.id, { transfer: 'success' })
      await submittedNews(tx, needs, { ...row, space_name: space.name }, actor.name)
      await publishSpaceChange(bus, space.id, tx)
    })
  }

  async function failed(task: Running, transfer: Transfer, refusal: string): Promise<void> {
    await transact(db, async (tx) => {
      const row = await waiting(tx, transfer)
      if (!row) return
      const transfer_failures = row.transfer_failures + 1
      await store.update(tx, row.id, { transfer: 'failed', transfer_failures, transfer_error: refusal })
      const space = await orRefusal(spaces.see(task.spaceId, await task.actor(), tx))
      const space_name = space instanceof Failure ? '' : space.name
      await editorsNews(tx, needs, 'datasetNotSent', { ...row, space_name })
      await publishSpaceChange(bus, task.spaceId, tx)
    })
  }

  async function run(task: Running): Promise<Record<string, unknown>> {
    const transfer = task.options as unknown as Transfer
    const all = await store.tables(transfer.publicationId)
    await task.expect({ items: all.length })
    await task.phase('transferring')
    try {
      for (const { table_id, path } of all) {
        await write(task, transfer, table_id, path)
        task.progress({ items: 1 })
      }
      await finish(task, transfer)
    } catch (error) {
      const { refusal } = refusalOf(error)
      // A node that stops, or a database that is away, leaves the task to be continued.
      const isOver = error instanceof Failure && refusal !== 'busy' && refusal !== 'storeAway'
      if (isOver) await failed(task, transfer, refusal)
      throw error
    }
    return {}
  }

  return { kind: 'publish', run }
}
