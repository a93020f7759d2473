import type { FastifyInstance } from 'fastify'
import { accountMerges } from '#contract/account-merges.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http/mount.ts'
import { type MergeNeeds, mergeService } from './service.ts'
import { sqlMergeStore } from './store.ts'

/** Merging duplicate accounts. */
export function accountMergesModule(app: FastifyInstance, needs: Deps & Omit<MergeNeeds, 'store'>): void {
  const service = mergeService({ ...needs, store: sqlMergeStore(needs.db) })
  mount(app, accountMerges.preview, service.preview)
  mount(app, accountMerges.merge, service.merge)
  mount(app, accountMerges.list, service.list)
}
