import { Readable } from 'node:stream'
import { Failure, orRefusal } from '#server/failure.ts'
import { refusalOf } from '#server/http/answer.ts'
import type { SignedIn } from '#server/http/context.ts'
import { keepBlobs } from '#server/modules/files/index.ts'
import type { Tables } from '#server/modules/tables/index.ts'
import type { Running } from '#server/modules/tasks/index.ts'
import { type Tx, transact } from '#server/storage/database.ts'
import { fault } from '#server/storage/fault.ts'
import { holdBlobs } from '#server/storage/locks.ts'
import { publishSpaceChange } from '#server/storage/space-changes.ts'
import type { PublicationNeeds } from './needs.ts'
import { editorsNews } from './news.ts'
import type { PublicationRow } from './store.ts'
import type { Transfer } from './submitting.ts'

type Format = Parameters<Tables['asFile']>[0]['format']
const mimes: Partial<Record<Format, string>> = {
  csvForPrograms: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** Shared by the tasks of submissions: tables as files, and the handling of failures. */
export function submissionWork(needs: PublicationNeeds) {
  const { db, store, frozen, spaces, tables, blobs, bus, now } = needs

  /** The version, as long as it waits for this very transfer. */
  async function waiting(tx: Tx, { publicationId, submittedAt }: Transfer): Promise<PublicationRow | null> {
    const row = await store.held(tx, publicationId)
    const isSame = row?.state === 'pending' && row.submitted_at?.toISOString() === submittedAt
    return row && isSame && row.transfer === 'transmitting' ? row : null
  }

  type Wish = { tableId: string; path: string; format: Format }
  type Whose = { spaceId: string; actor: SignedIn; signal?: AbortSignal }
  /** Stores a table as a file and returns what adds it to a version; the caller of that holds the lock of contents. */
  async function stored({ tableId, path, format }: Wish, { spaceId, actor, signal }: Whose) {
    const { pieces, columns, rows } = await tables.asFile({ spaceId, id: tableId, format }, actor)
    async function* bytes() {
      for await (const piece of pieces) {
        signal?.throwIfAborted()
        if (piece.length) yield Buffer.from(piece)
      }
    }
    const blob = await blobs.put(Readable.from(bytes(), { objectMode: false }))
    return async (tx: Tx, publicationId: string): Promise<void> => {
      await keepBlobs(tx, [{ blob }], now())
      const described = columns.map(({ id, name, type, unit, description, format }) => ({
        id,
        name,
        type,
        unit,
        description,
        format,
      }))
      const placed = { tableId, path, sha256: blob.sha256, size: blob.size, rows: rows(), mime: mimes[format] ?? '' }
      await frozen.placeTable(tx, publicationId, placed, described)
    }
  }

  async function writeTable(task: Running, transfer: Transfer, wish: Wish): Promise<void> {
    const { spaceId, signal } = task
    const place = await stored(wish, { spaceId, signal, actor: await task.actor() })
    fault('publication-table-written')
    await transact(db, async (tx) => {
      await task.fence(tx)
      await holdBlobs(tx)
      if (await waiting(tx, transfer)) await place(tx, transfer.publicationId)
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

  /** Runs the work of a submission; a refusal is recorded as the failure of its transfer. */
  async function telling(task: Running, work: (transfer: Transfer) => Promise<void>): Promise<Record<string, unknown>> {
    const transfer = task.options as unknown as Transfer
    try {
      await work(transfer)
    } catch (error) {
      const { refusal } = refusalOf(error)
      // It was taken back or decided meanwhile: nothing is left to do.
      if (refusal === 'publicationStateChanged') return {}
      // If the node stops or the database is unavailable, the task will be continued.
      const isOver = error instanceof Failure && refusal !== 'busy' && refusal !== 'storeAway'
      if (isOver) await failed(task, transfer, refusal)
      throw error
    }
    return {}
  }

  return { waiting, stored, writeTable, telling }
}
export type SubmissionWork = ReturnType<typeof submissionWork>
