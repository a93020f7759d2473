import type { FastifyInstance } from 'fastify'
import { marks } from '#contract/marks.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http/mount.ts'
import type { FilesModule } from '#server/modules/files/index.ts'
import type { SpaceService } from '#server/modules/spaces/index.ts'
import { markService } from './service.ts'

/** What one person marked and opened last, and the marks that a list shows beside its rows. */
export function marksModule(app: FastifyInstance, needs: Deps & { spaces: SpaceService; files: FilesModule }): void {
  const service = markService(needs)
  mount(app, marks.of, async (input, { actor }) => service.of(input, actor))
  mount(app, marks.favourite, async (input, { actor }) => service.favourite(input, actor))
  mount(app, marks.favourites, async (query, { actor }) => service.list('favourite', query, actor))
  mount(app, marks.recent, async (query, { actor }) => service.list('recent', query, actor))
  mount(app, marks.opened, async (input, { actor }) => service.opened(input, actor))
}
