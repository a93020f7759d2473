import type { Deps } from '#server/deps.ts'
import type { Messages } from '#server/modules/messages/index.ts'
import type { People } from '#server/modules/people/index.ts'
import type { SpaceService } from '#server/modules/spaces/index.ts'
import type { LeaseStore } from './lease-store.ts'
import type { PartStore } from './part-store.ts'
import type { TaskStore } from './store.ts'

export type TaskNeeds = Pick<Deps, 'db' | 'bus' | 'now' | 'newId' | 'log' | 'seal'> & {
  people: Pick<People, 'byId'>
  spaces: Pick<SpaceService, 'see' | 'enter' | 'demand'>
  messages: Messages
}
export type EngineNeeds = TaskNeeds & { store: TaskStore; leases: LeaseStore; parts: PartStore }
