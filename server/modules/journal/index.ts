import type { FastifyInstance } from 'fastify'
import { writeBuffer } from '#server/concurrency/write-buffer.ts'
import type { Deps } from '#server/deps.ts'
import type { SettingService } from '#server/modules/settings/index.ts'
import { type Happening, type JournalService, journalService, rowOf } from './service.ts'
import { type NewRow, sqlJournalStore } from './store.ts'

/** Entries such as those of downloads are buffered so long, and so many are held while the database is away. */
const LATER = { afterMs: 3000, at: 500, max: 20_000 }

export type { Doer, Happening } from './service.ts'
export type JournalModule = JournalService & ReturnType<typeof downloadsOf>
/** What other modules write down with. */
export type Journal = Pick<JournalModule, 'record' | 'later'>

/** Who did what in a space. */
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
    /** Writes down shortly what happens now: for what must not wait, and may be lost with the process. */
    later: (happening: Happening): void => later(rowOf(happening, now())),
    flushed,
  }
}
