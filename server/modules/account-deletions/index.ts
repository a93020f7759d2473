import type { FastifyInstance } from 'fastify'
import { accountDeletions } from '#contract/account-deletions.ts'
import type { Deps } from '#server/deps.ts'
import { mount, mountBytes } from '#server/http/mount.ts'
import { type DeletionNeeds, deletionService } from './service.ts'
import { sqlDeletionStore } from './store.ts'

/** Deleting accounts, and the certificates that say what was deleted. */
export function accountDeletionsModule(app: FastifyInstance, needs: Deps & Omit<DeletionNeeds, 'store'>): void {
  const service = deletionService({ ...needs, store: sqlDeletionStore(needs.db) })
  mount(app, accountDeletions.remove, service.remove)
  mount(app, accountDeletions.list, service.list)
  mountBytes(app, accountDeletions.certificate, async (one, { reply }) =>
    reply
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="deletion-${one.id}.json"`)
      .type('application/json; charset=utf-8')
      .send(await service.certificate(one)),
  )
}
