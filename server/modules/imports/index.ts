import type { FastifyInstance } from 'fastify'
import { imports } from '#contract/imports.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http/mount.ts'
import type { WatchOutgoing } from '#server/http/outgoing.ts'
import { outsideGateway } from '#server/http/outside.ts'
import type { FilesModule } from '#server/modules/files/index.ts'
import type { Journal } from '#server/modules/journal/index.ts'
import type { SpaceService } from '#server/modules/spaces/index.ts'
import type { Running, TasksModule } from '#server/modules/tasks/index.ts'
import { driveSource } from './drives/index.ts'
import { fetchWork } from './fetching.ts'
import { asksHere, asksOutside, type LinkOptions, linkOf, linkSource, linkVisitor } from './link.ts'
import { publishedSource } from './published/index.ts'
import { sealerOf } from './sealer.ts'
import { importService } from './service.ts'
import { spaceWork } from './space.ts'
import { urlSource } from './url.ts'

export { webdavClient } from './drives/webdav-client.ts'

type Needs = Deps & {
  origin: () => string
  journal: Journal
  spaces: SpaceService
  files: FilesModule
  tasks: TasksModule
  watchOutgoing: WatchOutgoing
}

/** Imports: from the web, drives, other spaces and share links. */
export function importsModule(app: FastifyInstance, needs: Needs): void {
  const { config, tasks, origin: ownOrigin } = needs
  const outside = outsideGateway({ policy: config.outside, watch: needs.watchOutgoing })
  const isOurs = (origin: string) => origin === ownOrigin()
  const sealer = sealerOf(needs.seal)
  const service = importService({ ...needs, sealer, app, outside, isOutsideOpen: () => config.outside.isOn, isOurs })

  /** The link is opened each time its task runs, so that the current permissions of its creator apply. */
  async function sharedSource(task: Running) {
    const { link, ip, isHere } = task.options as LinkOptions
    const { origin, linkId } = linkOf(sealer.open(link))
    const ask = isHere ? asksHere(app, ip) : asksOutside(outside, origin, task.signal)
    return linkSource(task, linkVisitor(ask, linkId))
  }
  tasks.register(fetchWork(needs, 'importUrl', async (task) => urlSource(task, sealer, outside)))
  tasks.register(fetchWork(needs, 'importDrive', async (task) => driveSource(task, sealer, outside)))
  tasks.register(fetchWork(needs, 'importS3', async (task) => driveSource(task, sealer, outside)))
  tasks.register(fetchWork(needs, 'importShare', sharedSource))
  const published = { sealer, outside, db: needs.db, blobs: needs.blobs, now: needs.now }
  tasks.register(fetchWork(needs, 'importPublished', async (task) => publishedSource(task, published)))
  tasks.register(spaceWork(needs))
  mount(app, imports.spaces, service.list)
  mount(app, imports.fromSpace, service.fromSpace)
  mount(app, imports.lookAtLink, service.lookAtLink)
  mount(app, imports.fromLink, service.fromLink)
  mount(app, imports.lookAtDrive, service.lookAtDrive)
  mount(app, imports.fromDrive, service.fromDrive)
  mount(app, imports.lookAtPublished, service.lookAtPublished)
  mount(app, imports.fromPublished, service.fromPublished)
  mount(app, imports.fromUrl, service.fromUrl)
}
