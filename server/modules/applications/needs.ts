import type { Deps } from '#server/deps.ts'
import type { Audit } from '#server/modules/audit/index.ts'
import type { Journal } from '#server/modules/journal/index.ts'
import type { Messages } from '#server/modules/messages/index.ts'
import type { SpaceService } from '#server/modules/spaces/index.ts'

/** Dependencies of the rules about applications. */
export type ApplicationNeeds = Pick<Deps, 'db' | 'bus' | 'seal' | 'now' | 'newId'> & {
  audit: Audit
  journal: Journal
  messages: Messages
  spaces: SpaceService
}
