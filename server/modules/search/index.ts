import type { FastifyInstance } from 'fastify'
import { search } from '#contract/search.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http/mount.ts'
import type { FilesModule } from '#server/modules/files/index.ts'
import type { SpaceService } from '#server/modules/spaces/index.ts'
import { endingWithCalls } from '#server/storage/pipeline.ts'
import { searchService } from './service.ts'
import type { SearchWay } from './way.ts'

export type { Arm, SearchWay, Sought } from './way.ts'
export { around, highlightsIn, PIECE } from './words.ts'
export { holdsEach, pairsOf } from './words-store.ts'

type Needs = Deps & { spaces: SpaceService; files: FilesModule; ways: readonly SearchWay[] }

/** Finds files by name, headings, metadata and text, in all spaces of a person or in one. */
export function searchModule(app: FastifyInstance, needs: Needs): void {
  const service = searchService({ ...needs, db: endingWithCalls(needs.db) })
  mount(app, search.find, service.find)
}
