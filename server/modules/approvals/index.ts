import type { Deps } from '#server/deps.ts'
import type { Messages } from '#server/modules/messages/index.ts'
import { approvalAsking } from './asking.ts'
import { sqlApprovalStore } from './store.ts'

/** The operations that other modules use to request an approval. */
export type Approvals = ReturnType<typeof approvalsModule>

/** Requests that administrators decide. */
export const approvalsModule = (needs: Deps & { messages: Messages }) =>
  approvalAsking({ ...needs, store: sqlApprovalStore(needs.db) })
