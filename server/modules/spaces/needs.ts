import type { Approvals } from '#server/modules/approvals/index.ts'
import type { Audit } from '#server/modules/audit/index.ts'
import type { Journal } from '#server/modules/journal/index.ts'
import type { Messages } from '#server/modules/messages/index.ts'
import type { Pictures, SettingService } from '#server/modules/settings/index.ts'
import type { Bus } from '#server/storage/bus.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import type { SpaceGuard } from './guard.ts'
import type { MemberStore } from './member-store.ts'
import type { SpaceStore } from './store.ts'

/** A present or former membership. */
export type Membership = { spaceId: string; personId: string }
/** Hook of another capability in the transaction that ends a membership, called before that. */
export type MemberLeaving = (tx: Tx, place: Membership) => Promise<void>

/** Dependencies of the rules about spaces. */
export type SpaceNeeds = {
  db: Db
  bus: Bus
  store: SpaceStore
  memberStore: MemberStore
  guard: SpaceGuard
  settings: Pick<SettingService, 'spaceDefaults' | 'approvalSwitches' | 'defaultFlags'> & { pictures: Pictures }
  approvals: Approvals
  journal: Journal
  messages: Messages
  audit: Audit
  memberLeaving: readonly MemberLeaving[]
  now: () => Date
  newId: () => string
}
