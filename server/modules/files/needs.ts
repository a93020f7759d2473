import type { Journal } from '#server/modules/journal/index.ts'
import type { SpaceService } from '#server/modules/spaces/index.ts'
import type { Db } from '#server/storage/database.ts'
import type { PublishChange } from './changes.ts'
import type { FileHooks } from './hooks.ts'

/** Dependencies of the file operations. */
export type FileNeeds = {
  db: Db
  spaces: SpaceService
  journal: Journal
  now: () => Date
  newId: () => string
  publishChange: PublishChange
  hooks: FileHooks
}
