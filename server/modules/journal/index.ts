import type { FastifyInstance } from 'fastify'
import { writeBuffer } from '#server/concurrency/write-buffer.ts'
import type { Deps } from '#server/deps.ts'
import type { SettingService } from '#server/modules/settings/index.ts'
import type { Tx } from '#server/storage/database.ts'
import { type Happening, type JournalService, journalService, rowOf } from './service.ts'
import { type NewRow, sqlJournalStore } from './store.ts'

/**
 * Entries such as downloads are buffered for `afterMs` or until there are `at`; at most `max` are kept while the
 * database is unavailable.
 */
const LATER = { afterMs: 3000, at: 500, max: 20_000 }

export type { Doer, Happening } from './service.ts'
export type JournalModule = JournalService & ReturnType<typeof downloadsOf>
/** The operations with which other modules write entries. */
export type Journal = Pick<JournalModule, 'record' | 'later'>

/** Records events of the past, in the transaction of the change. */
export async function recordAt(tx: Tx, happenings: readonly Happening[], at: Date): Promise<void> {
  const rows = happenings.map((happening) => rowOf(happening, at))
  if (rows.length) await sqlJournalStore(tx).insert(tx, rows)
}

/** The journal: who did what in a space. */
export function journalModule(
  app: FastifyInstance,
  { db, now, settings }: Deps & { settings: SettingService },
): JournalModule {
  const store = sqlJournalStore(db)
  return { ...journalService({ store, now, settings }), ...downloadsOf(app, store, now) }
}

function downloadsOf(app: FastifyInstance, store: ReturnType<typeof sqlJournalStore>, now: () => Date) {
  const { later, flushed } = writeBuffer<NewRow>({
    ...LATER,
    write: store.insertLate,
    onError: (error, entries) => app.log.warn({ err: error, entries }, 'journal entries wait'),
  })
  app.addHook('onClose', flushed)
  return {
    /** Writes an entry soon: for actions that must not wait; the entry may be lost when the process ends. */
    later: (happening: Happening): void => later(rowOf(happening, now())),
    flushed,
  }
}
