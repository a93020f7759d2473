import { RESTORE_ITEMS_MAX } from '#contract/core/limits.ts'
import { can } from '#contract/core/policy.ts'
import { Failure } from '#server/failure.ts'
import { batchesOf, type NewPart, type Part, type Running, type Work } from '#server/modules/tasks/index.ts'
import { transact } from '#server/storage/database.ts'
import { fault } from '#server/storage/fault.ts'
import { lockSpace } from '#server/storage/locks.ts'
import { bringBack, putAway } from './batch.ts'
import type { VersionNeeds } from './needs.ts'
import { partOfExtra, partOfVersion, partsOf, sourceOf } from './parts.ts'
import { versionsOf } from './store.ts'
import { differencesTo, extrasTo } from './tree-at-store.ts'

/** The target of a restore: one version of a file, or a folder at a point in time. */
export type GoingBack =
  | { hash: string; name: string; number: number; description: string }
  | { hash: string; at: string; extras: 'keep' | 'trash' }

/** Parts per transaction, during which other changes of the space wait. */
const BATCH = 200

const goesWith = (batch: readonly Part[], next: Part) =>
  batch.length < BATCH && batch.every((part) => sourceOf(part).group === sourceOf(next).group)

/** Restores files, folders and spaces to an earlier state. */
export function goingBack({ db, spaces, files, journal, now, newId }: VersionNeeds): Work {
  const optionsOf = (task: Running) => task.options as GoingBack

  async function* planned(task: Running): AsyncGenerator<NewPart> {
    const options = optionsOf(task)
    if ('number' in options) {
      const [version] = await versionsOf(db, options.hash, [options.number])
      if (!version) throw new Failure('versionGone')
      yield partOfVersion(options.hash, options.name, version)
      return
    }
    const then = { spaceId: task.spaceId, rootId: options.hash, at: new Date(options.at) }
    const rows = await differencesTo(db, then, RESTORE_ITEMS_MAX + 1)
    const extras = options.extras === 'trash' ? await extrasTo(db, then, RESTORE_ITEMS_MAX + 1) : []
    if (rows.length + extras.length > RESTORE_ITEMS_MAX)
      throw new Failure('taskTooLarge', { values: { max: RESTORE_ITEMS_MAX } })
    await task.reserve(rows.reduce((sum, { is_changed, size }) => sum + (is_changed ? (size ?? 0) : 0), 0))
    for (const row of rows) yield* partsOf(row)
    for (const extra of extras) yield partOfExtra(extra)
  }

  async function takeBack(task: Running, batch: readonly Part[]): Promise<void> {
    const actor = await task.actor()
    const { description = '' } = task.options as { description?: string }
    const { refused, folders } = await transact(db, async (tx) => {
      await lockSpace(tx, task.spaceId)
      await task.fence(tx)
      const space = await spaces.enter(task.spaceId, actor, tx)
      const doing = { tx, actor, space, at: now(), newId, journal, description }
      const isExtra = batch[0] && sourceOf(batch[0]).isExtra
      const outcome = await (isExtra ? putAway : bringBack)(doing, batch)
      const done = batch.filter(({ seq }) => !outcome.refused.has(seq))
      await task.done(
        tx,
        done.map((part) => ({ seq: part.seq, nodeId: sourceOf(part).id })),
        outcome.released,
      )
      fault('restore-in-transaction')
      return outcome
    })
    files.publishChange(task.spaceId, folders)
    await task.failed([...refused].map(([seq, error]) => ({ part: { seq }, error })))
    fault('restore-batch')
  }

  return {
    kind: 'versionRestore',
    async run(task) {
      const { policyContext } = await task.enter()
      const isOne = 'number' in optionsOf(task)
      if (!isOne && !can(await task.actor(), 'space.makeVersion', policyContext)) throw new Failure('spaceRightMissing')
      await task.plan(planned(task))
      await task.phase('transferring')
      for await (const batch of batchesOf(task.open(), goesWith)) await takeBack(task, batch)
      return { hash: optionsOf(task).hash }
    },
  }
}
