import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { journal } from '#contract/journal.ts'
import { can } from '#contract/policy.ts'
import type { Deps } from '#server/app.ts'
import { Failure } from '#server/failure.ts'
import type { SignedIn } from '#server/http/context.ts'
import { mount, mountBytes } from '#server/http/mount.ts'
import type { SettingService } from '#server/modules/settings/index.ts'
import { factsOf, type SpaceService } from '#server/modules/spaces/index.ts'
import { csvOf } from './csv.ts'
import { laterWriter } from './later.ts'
import { type Happening, type JournalService, journalService, rowOf } from './service.ts'
import { sqlJournalStore } from './store.ts'

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
  const { later, settled } = laterWriter(store.insertLate, app)
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
    return reply
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="journal-${space.identifier}-${days.join('-')}.csv"`)
      .type('text/csv; charset=utf-8')
      .send(Readable.from(csvOf(service.walk(filter), language)))
  })
}
