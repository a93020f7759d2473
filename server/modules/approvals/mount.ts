import type { FastifyInstance } from 'fastify'
import { approvals } from '#contract/approvals.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http/mount.ts'
import type { Audit } from '#server/modules/audit/index.ts'
import type { Journal } from '#server/modules/journal/index.ts'
import type { Messages } from '#server/modules/messages/index.ts'
import type { SpaceService } from '#server/modules/spaces/index.ts'
import { approvalService } from './service.ts'
import { sqlApprovalStore } from './store.ts'

type Needs = Deps & { audit: Audit; journal: Journal; messages: Messages; spaces: SpaceService }

/** The answers of administrators, which change spaces, and the callers' own requests. */
export function mountApprovals(app: FastifyInstance, needs: Needs): void {
  const service = approvalService({ ...needs, store: sqlApprovalStore(needs.db) })
  mount(app, approvals.list, service.list)
  mount(app, approvals.show, ({ id }) => service.show(id))
  mount(app, approvals.waiting, service.waiting)
  mount(app, approvals.answer, service.answer)
  mount(app, approvals.pending, ({ spaceId, kind }, { actor }) => service.pending(spaceId, kind, actor))
  mount(app, approvals.mine, service.mine)
  mount(app, approvals.withdraw, ({ id }, call) => service.withdraw(id, call))
}
