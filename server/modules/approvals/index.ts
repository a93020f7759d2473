import type { FastifyInstance } from 'fastify'
import { approvals } from '#contract/approvals.ts'
import type { Deps } from '#server/app.ts'
import { callerOf } from '#server/http/caller.ts'
import type { SignedInCall } from '#server/http/context.ts'
import { mount } from '#server/http/mount.ts'
import type { Audit } from '#server/modules/audit/index.ts'
import type { Journal } from '#server/modules/journal/index.ts'
import type { Messages } from '#server/modules/messages/index.ts'
import { type ApprovalService, approvalService } from './service.ts'
import { sqlApprovalStore } from './store.ts'

/** What other modules ask administrators with. */
export type Approvals = Pick<ApprovalService, 'ask' | 'pendingOf'>

type Needs = Deps & { audit: Audit; journal: Journal; messages: Messages }
const byOf = ({ actor, language, request }: SignedInCall) => ({ actor, language, caller: callerOf(request) })

/** What administrators are asked for, their answers, and what people asked for themselves. */
export function approvalsModule(app: FastifyInstance, needs: Needs): Approvals {
  const service = approvalService({ ...needs, store: sqlApprovalStore(needs.db) })
  mount(app, approvals.list, service.list)
  mount(app, approvals.show, ({ id }) => service.show(id))
  mount(app, approvals.waiting, service.waiting)
  mount(app, approvals.answer, (input, call) => service.answer(input, byOf(call)))
  mount(app, approvals.mine, (query, { actor }) => service.mine(query, actor))
  mount(app, approvals.withdraw, ({ id }, call) => service.withdraw(id, byOf(call)))
  return service
}
