import type { Deps } from '#server/deps.ts'
import type { FilesModule } from '#server/modules/files/index.ts'
import type { Journal } from '#server/modules/journal/index.ts'
import type { SpaceService } from '#server/modules/spaces/index.ts'
import type { tasksModule } from '#server/modules/tasks/index.ts'

export type VersionNeeds = Pick<Deps, 'db' | 'blobs' | 'now' | 'newId'> & {
  spaces: SpaceService
  journal: Journal
  files: FilesModule
  tasks: ReturnType<typeof tasksModule>
}
