import type { FastifyInstance } from 'fastify'
import { journal } from '#contract/journal.ts'
import { can } from '#contract/policy.ts'
import type { Deps } from '#server/deps.ts'
import { Failure } from '#server/failure.ts'
import type { SignedIn } from '#server/http/context.ts'
import { sendCsv } from '#server/http/csv.ts'
import { mount, mountBytes } from '#server/http/mount.ts'
import type { SettingService } from '#server/modules/settings/index.ts'
import { factsOf, type SpaceService } from '#server/modules/spaces/index.ts'
import { writeLater } from '#server/storage/write-later.ts'
import { cellsOf, headingsOf } from './csv.ts'
import { type Happening, type JournalService, journalService, rowOf } from './service.ts'
import { type NewRow, sqlJournalStore } from './store.ts'

/** Entries such as those of downloads are gathered so long, and so many are kept while the database is away. */
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
  const { later, settled } = writeLater<NewRow>({
    ...LATER,
    write: store.insertLate,
    onError: (error, entries) => app.log.warn({ err: error, entries }, 'journal entries wait'),
  })
  app.addHook('onClose', settled)
  return {
    /** Writes down in a moment what happens now: for what must not wait, and may be lost with the process. */
    later: (happening: Happening): void => later(rowOf(happening, now())),
    settled,
  }
}

/** The journal as it is read: by members, a month at a time. */
export function mountJournal(app: FastifyInstance, service: JournalModule, spaces: SpaceService): void {
  async function open(id: string, actor: SignedIn) {
    const space = await spaces.see(id, actor)
    if (!can(actor, 'space.readJournal', factsOf(space))) throw new Failure('spaceForbidden')
    return space
  }
  mount(app, journal.list, async ({ id, ...query }, { actor }) => {
    const space = await open(id, actor)
    return service.list(space.id, query)
  })
  mount(app, journal.active, async ({ id }, { actor }) => service.active((await open(id, actor)).id))
  mountBytes(app, journal.export, async ({ id, ...query }, { actor, language, reply }) => {
    const space = await open(id, actor)
    const filter = service.filterOf(space.id, query)
    const days = [filter.from, filter.to].map((moment) => moment.toISOString().slice(0, 10))
    service.later({ spaceId: space.id, action: 'journalExported', doer: actor, item: { name: days.join(' – ') } })
    const name = `journal-${space.identifier}-${days.join('-')}.csv`
    return sendCsv(reply, name, headingsOf(language), cellsOf(service.walk(filter), language))
  })
}
