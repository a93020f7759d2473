import type { imports as calls } from '#contract/imports.ts'
import type { ParsedOf } from '#contract/operation.ts'
import type { Permission } from '#contract/policy.ts'
import { Failure } from '#server/failure.ts'
import type { SignedIn } from '#server/http/context.ts'
import { demandMake, type FilesModule } from '#server/modules/files/index.ts'
import type { SpaceService } from '#server/modules/spaces/index.ts'
import type { TasksModule } from '#server/modules/tasks/index.ts'

type Needs = { spaces: SpaceService; files: FilesModule; tasks: TasksModule; isOutsideOpen: () => boolean }
type Right = Extract<Permission, 'import.space' | 'import.drive'>

export function importService({ spaces, files, tasks, isOutsideOpen }: Needs) {
  /** The folder that files may be brought to. Throws unless the caller may make files there, and in this way. */
  async function into(
    { spaceId, hash }: { spaceId: string; hash?: string | undefined },
    actor: SignedIn,
    right: Right,
  ) {
    const space = await spaces.enter(spaceId, actor)
    demandMake(actor, space.facts)
    await spaces.demand(spaceId, actor, right)
    const folderId = hash ?? space.rootId
    await files.demandFolder(space, folderId)
    return { spaceId, folderId }
  }

  async function fromUrl({ urls, conflict, ...place }: ParsedOf<typeof calls.fromUrl>, actor: SignedIn) {
    const target = await into(place, actor, 'import.drive')
    if (!isOutsideOpen()) throw new Failure('outsideRefused')
    const title = new URL(urls[0] ?? '').hostname
    return tasks.begin(null, { kind: 'importUrl', ...target, actor, title, options: { urls, conflict } })
  }

  return { fromUrl }
}
