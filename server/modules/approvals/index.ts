import type { Deps } from '#server/deps.ts'
import type { Messages } from '#server/modules/messages/index.ts'
import { approvalAsking } from './asking.ts'
import { sqlApprovalStore } from './store.ts'

/** What other modules ask administrators with. */
export type Approvals = ReturnType<typeof approvalsModule>

/** What administrators are asked for. */
export const approvalsModule = (needs: Deps & { messages: Messages }) =>
  approvalAsking({ ...needs, store: sqlApprovalStore(needs.db) })
