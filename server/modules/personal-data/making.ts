import { Readable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import { DATA_EXPORT_DAYS } from '#contract/core/limits.ts'
import { DAY_MS } from '#contract/core/time.ts'
import type { Messages } from '#server/modules/messages/index.ts'
import type { BlobStore, Digest } from '#server/storage/blobs/blob-store.ts'
import { type Db, isDatabaseAway, transact } from '#server/storage/database.ts'
import { type ZipPart, zipOf } from '#server/table-files/write/zip.ts'
import { contentOf, type ListFile } from './content-store.ts'
import type { ExportRow, Lease, PersonalDataStore } from './store.ts'

/** A node that does not renew the lease of an export for this long has lost it (our choice). */
const LEASE_MS = 60_000
const BEAT_MS = 10_000
/** An export is abandoned after this many failed nodes. */
const TRIES_MAX = 5
/** The page of the export in My account. */
const PAGE = '/personalCenter?tab=data'

export type MakingNeeds = {
  db: Db
  blobs: BlobStore
  store: PersonalDataStore
  messages: Messages
  now: () => Date
  newId: () => string
  log: FastifyBaseLogger
}

/** A list as JSON, a piece at a time. */
async function* jsonOf({ rows }: ListFile): AsyncGenerator<string> {
  let before = '[\n'
  for await (const page of rows) {
    yield before + page.map((row) => JSON.stringify(row)).join(',\n')
    before = ',\n'
  }
  yield before === '[\n' ? '[]\n' : '\n]\n'
}
async function* partsOf(files: AsyncIterable<ListFile>): AsyncGenerator<ZipPart> {
  for await (const file of files) yield { name: file.name, text: jsonOf(file) }
}

/** Makes exports that were asked for, one at a time on each node; each belongs to one node by a lease. */
export function exportMaking({ db, blobs, store, messages, now, newId, log }: MakingNeeds) {
  let isStarted = false
  let ending = new AbortController()
  let working: Promise<number> | null = null
  const later = (ms: number) => new Date(now().getTime() + ms)

  async function write(personId: string, lease: Lease): Promise<Digest> {
    const lost = new AbortController()
    const beat = async () => {
      if (!(await store.renew(lease, later(LEASE_MS)))) lost.abort(new Error('the lease is lost'))
    }
    const timer = setInterval(() => {
      beat().catch((error: unknown) => log.warn({ err: error }, 'the lease of a data export was not renewed'))
    }, BEAT_MS).unref()
    const signal = AbortSignal.any([lost.signal, ending.signal])
    try {
      return await blobs.put(Readable.from(zipOf(partsOf(contentOf(db, personId))), { objectMode: false, signal }))
    } finally {
      clearInterval(timer)
    }
  }

  const keep = ({ person_id }: ExportRow, lease: Lease, digest: Digest): Promise<void> =>
    transact(db, async (tx) => {
      if (!(await store.finish(tx, lease, digest, now(), later(DATA_EXPORT_DAYS * DAY_MS)))) return
      const values = { days: DATA_EXPORT_DAYS }
      await messages.notify(tx, { kind: 'dataExportReady', to: [person_id], spaceId: null, values, link: PAGE })
    })
  const giveUp = ({ person_id }: ExportRow, lease: Lease, error: string): Promise<void> =>
    transact(db, async (tx) => {
      if (!(await store.fail(tx, lease, error, now()))) return
      await messages.notify(tx, { kind: 'dataExportFailed', to: [person_id], spaceId: null, values: {}, link: PAGE })
    })

  async function make(row: ExportRow): Promise<void> {
    const lease = { id: row.id, by: row.lease_by ?? '' }
    if (row.tries > TRIES_MAX) return giveUp(row, lease, 'heartbeat exceeded')
    try {
      await keep(row, lease, await write(row.person_id, lease))
    } catch (error) {
      // Another node continues once the lease has expired.
      if (ending.signal.aborted || isDatabaseAway(error)) throw error
      log.error({ err: error, export: row.id }, 'data export failed')
      await giveUp(row, lease, (error as Error).message)
    }
  }

  async function loop(): Promise<number> {
    for (let count = 0; ; count += 1) {
      const row = ending.signal.aborted
        ? undefined
        : await store.claim({ by: newId(), at: now(), until: later(LEASE_MS) })
      if (!row) return count
      await make(row)
    }
  }
  /** Makes all that is asked for; answers how many exports this node held. */
  function drain(): Promise<number> {
    working ??= loop().finally(() => {
      working = null
    })
    return working
  }

  return {
    drain,
    wake(): void {
      if (isStarted) drain().catch((error: unknown) => log.error({ err: error }, 'data exports not made'))
    },
    start(): void {
      isStarted = true
      ending = new AbortController()
    },
    async stop(): Promise<void> {
      isStarted = false
      ending.abort(new Error('the server stops'))
      await working?.catch(() => {
        // It was logged where it failed.
      })
    },
  }
}
export type ExportMaking = ReturnType<typeof exportMaking>
