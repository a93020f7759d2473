import type { Deps } from '#server/deps.ts'
import type { Audit } from '#server/modules/audit/index.ts'
import type { ConsentStore } from './store.ts'

/** Dependencies of the rules about consents. */
export type ConsentNeeds = Pick<Deps, 'db' | 'now' | 'newId'> & {
  store: ConsentStore
  audit: Audit
  origin: () => string
}
