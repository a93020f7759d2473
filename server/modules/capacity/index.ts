import type { FastifyInstance } from 'fastify'
import { capacity } from '#contract/capacity.ts'
import { mount } from '#server/http/mount.ts'
import type { FilesModule } from '#server/modules/files/index.ts'
import type { Db } from '#server/storage/database.ts'
import { cleanUpAdviser } from './advice.ts'
import { sqlAdviceStore } from './advice-store.ts'
import { type AskNeeds, capacityAsking } from './ask.ts'

type Needs = AskNeeds & { db: Db; files: FilesModule }

/** The capacity of a space: requesting more, and advice on freeing some. */
export function capacityModule(app: FastifyInstance, needs: Needs): void {
  const asking = capacityAsking(needs)
  mount(app, capacity.ask, asking.ask)
  const adviser = cleanUpAdviser({ store: sqlAdviceStore(needs.db), spaces: needs.spaces })
  mount(app, capacity.advice, ({ id }, { actor }) => adviser.advise(id, actor))
  mount(app, capacity.dropVersions, async ({ id, hashes }, { actor }) => ({
    freedBytes: await needs.files.dropVersions(id, hashes, actor),
  }))
}
