import type { FastifyInstance } from 'fastify'
import { favourites } from '#contract/favourites.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http/mount.ts'
import type { FilesModule } from '#server/modules/files/index.ts'
import type { SpaceService } from '#server/modules/spaces/index.ts'
import { favouriteService } from './service.ts'

/** A person's favourites and recently opened items, and the badges of items in a list. */
export function favouritesModule(
  app: FastifyInstance,
  needs: Deps & { spaces: SpaceService; files: FilesModule },
): void {
  const service = favouriteService(needs)
  mount(app, favourites.of, service.of)
  mount(app, favourites.favourite, service.favourite)
  mount(app, favourites.favourites, async (query, { actor }) => service.list('favourite', query, actor))
  mount(app, favourites.recent, async (query, { actor }) => service.list('recent', query, actor))
  mount(app, favourites.opened, service.opened)
}
