import type { Conflict } from '#contract/files.ts'
import { Failure } from '#server/failure.ts'
import { demandMake } from '#server/modules/files/index.ts'
import type { SpaceService } from '#server/modules/spaces/index.ts'
import { type ArrivalNeeds, arrivals, type Running } from '#server/modules/tasks/index.ts'

/** The permission for each kind of import: checked when it begins, and whenever its task runs. */
export const rightOf = {
  importSpace: 'import.space',
  importShare: 'import.space',
  importDrive: 'import.drive',
  importS3: 'import.drive',
  importUrl: 'import.drive',
  importPublished: 'import.drive',
} as const
export type ImportKind = keyof typeof rightOf
export type ArrivingNeeds = ArrivalNeeds & { spaces: Pick<SpaceService, 'enter' | 'demand'> }

/** The target of an import task, if its person may still import there. */
export async function arrivingOf(needs: ArrivingNeeds, task: Running, kind: ImportKind) {
  const [space, actor] = [await task.enter(), await task.actor()]
  demandMake(actor, space.policyContext)
  await needs.spaces.demand(space.id, actor, rightOf[kind])
  const { folderId } = task
  if (!folderId) throw new Failure('folderGone')
  const conflict = task.options.conflict as Conflict
  const how = { change: 'imported', action: 'imported', conflict } as const
  return { folderId, arriving: arrivals(needs, task, { ...how, folderId, right: rightOf[kind] }) }
}
