import type { Deps } from '#server/deps.ts'
import type { Audit } from '#server/modules/audit/index.ts'
import type { Market } from './market.ts'
import type { ComponentStore } from './store.ts'

export type ComponentNeeds = Pick<Deps, 'db' | 'blobs' | 'now'> & {
  audit: Pick<Audit, 'record'>
  store: ComponentStore
  market: Market
}
