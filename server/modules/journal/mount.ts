import type { FastifyInstance } from 'fastify'
import { can } from '#contract/core/policy.ts'
import { journal } from '#contract/journal.ts'
import { Failure } from '#server/failure.ts'
import type { SignedIn } from '#server/http/context.ts'
import { sendCsv } from '#server/http/csv.ts'
import { mount, mountBytes } from '#server/http/mount.ts'
import { policyContextOf, type SpaceService } from '#server/modules/spaces/index.ts'
import { cellsOf, headingsOf } from './csv.ts'
import type { JournalModule } from './index.ts'

/** Reading the journal: for members, one month at a time. */
export function mountJournal(app: FastifyInstance, service: JournalModule, spaces: SpaceService): void {
  async function open(id: string, actor: SignedIn) {
    const space = await spaces.see(id, actor)
    if (!can(actor, 'space.readJournal', policyContextOf(space))) throw new Failure('spaceForbidden')
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
