import type { FastifyInstance } from 'fastify'
import { datasetAccess } from '#contract/dataset-access.ts'
import { mount } from '#server/http/mount.ts'
import { type AccessNeeds, accessService, type DatasetAccess } from './service.ts'
import { sqlAccessStore } from './store.ts'

export type { DatasetAccess } from './service.ts'

/** Access to the restricted files of datasets: requests, answers, grants. */
export function datasetAccessModule(app: FastifyInstance, needs: Omit<AccessNeeds, 'store'>): DatasetAccess {
  const service = accessService({ ...needs, store: sqlAccessStore(needs.db) })
  mount(app, datasetAccess.mine, service.mine)
  mount(app, datasetAccess.ask, service.ask)
  mount(app, datasetAccess.withdraw, service.withdraw)
  mount(app, datasetAccess.requests, service.requests)
  mount(app, datasetAccess.answer, service.answer)
  mount(app, datasetAccess.revoke, service.revoke)
  return { mayRead: service.mayRead, lastOf: service.lastOf }
}
