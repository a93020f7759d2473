import type { FastifyInstance } from 'fastify'
import { imports } from '#contract/imports.ts'
import type { Deps } from '#server/app.ts'
import { mount } from '#server/http/mount.ts'
import { outsideDoor } from '#server/http/outside.ts'
import type { FilesModule } from '#server/modules/files/index.ts'
import type { Journal } from '#server/modules/journal/index.ts'
import type { SpaceService } from '#server/modules/spaces/index.ts'
import type { TasksModule } from '#server/modules/tasks/index.ts'
import { fetchWork } from './fetching.ts'
import { importService } from './service.ts'
import { urlSource } from './url.ts'

type Needs = Deps & { journal: Journal; spaces: SpaceService; files: FilesModule; tasks: TasksModule }

/** Files from elsewhere: the web, drives, other spaces and links. */
export function importsModule(app: FastifyInstance, needs: Needs): void {
  const { config, tasks } = needs
  const outside = outsideDoor({ policy: config.outside })
  const service = importService({ ...needs, isOutsideOpen: () => config.outside.isOn })
  tasks.register(fetchWork(needs, 'importUrl', async (task) => urlSource(task, outside)))
  mount(app, imports.fromUrl, async (input, { actor }) => service.fromUrl(input, actor))
}
