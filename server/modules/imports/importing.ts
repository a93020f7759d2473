import type { FastifyInstance } from 'fastify'
import { Failure } from '#server/failure.ts'
import type { SignedIn } from '#server/http/context.ts'
import type { Outside } from '#server/http/outside.ts'
import type { rateLimitOf } from '#server/http/rate-limit.ts'
import { demandMake, type FilesModule } from '#server/modules/files/index.ts'
import type { SpaceService } from '#server/modules/spaces/index.ts'
import type { TasksModule } from '#server/modules/tasks/index.ts'
import type { Db } from '#server/storage/database.ts'
import { type ImportKind, rightOf } from './arriving.ts'
import type { Sealer } from './sealer.ts'

export type ImportNeeds = {
  app: FastifyInstance
  db: Db
  spaces: SpaceService
  files: FilesModule
  tasks: TasksModule
  outside: Outside
  isOutsideOpen: () => boolean
  isOurs: (origin: string) => boolean
  now: () => Date
  sealer: Sealer
}
/** Limits the requests of one person to other sites. */
export type Looks = ReturnType<typeof rateLimitOf>
type Place = { spaceId: string; hash?: string | undefined }

/** The target folder. Throws unless the caller may create files there by this kind of import. */
export async function into(
  { spaces, files }: ImportNeeds,
  { spaceId, hash }: Place,
  actor: SignedIn,
  kind: ImportKind,
) {
  const space = await spaces.enter(spaceId, actor)
  demandMake(actor, space.policyContext)
  await spaces.demand(spaceId, actor, rightOf[kind])
  const folderId = hash ?? space.rootId
  await files.demandFolder(space, folderId)
  return { spaceId, folderId, actor }
}

/** Throws outsideRefused when the site is not to read from others. */
export function demandOutside({ isOutsideOpen }: ImportNeeds): void {
  if (!isOutsideOpen()) throw new Failure('outsideRefused')
}
