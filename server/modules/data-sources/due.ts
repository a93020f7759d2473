import { IMPORT_LATE_MS } from '#contract/core/limits.ts'
import { spacePath } from '#contract/pages/paths.ts'
import { bringingForward } from '#server/concurrency/bring-forward.ts'
import { Failure } from '#server/failure.ts'
import type { Messages } from '#server/modules/messages/index.ts'
import type { People } from '#server/modules/people/index.ts'
import type { SpaceService } from '#server/modules/spaces/index.ts'
import { actingFor } from '#server/modules/tasks/index.ts'
import { type Db, type Tx, transact } from '#server/storage/database.ts'
import type { SourceImportService } from './import-service.ts'
import { type DueRow, type Scheduled, type SourceImportStore, scheduleOf } from './import-store.ts'
import { nextTime } from './schedule.ts'

type Needs = {
  db: Db
  store: SourceImportStore
  service: Pick<SourceImportService, 'begin'>
  people: Pick<People, 'byId'>
  spaces: Pick<SpaceService, 'demand'>
  messages: Messages
  now: () => Date
}

/** Scheduled imports, and messages to their creators when runs are missed. */
export function dueImports({ db, store, service, people, spaces, messages, now }: Needs) {
  /** Begins a run that is due; false when it can't be begun. */
  async function beginDue(tx: Tx, row: DueRow): Promise<boolean> {
    try {
      const actor = await actingFor(people, row.maker_id, 'job')
      await spaces.demand(row.space_id, actor, 'dataSource.use')
      await service.begin(tx, { row, actor, isScheduled: true, isFromStart: false })
      return true
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      return false
    }
  }

  /** Whether there was an import that is due. Its next time is set in the transaction that begins the run. */
  const runOne = () =>
    transact(db, async (tx) => {
      const at = now()
      const row = await store.due(tx, at)
      const schedule = row && scheduleOf(row)
      if (!schedule || row.next_at === null) return false
      const isLate = !row.has_waited && at.getTime() - row.next_at.getTime() > IMPORT_LATE_MS
      // The previous run is still in progress: it imports what this one would have imported.
      const isMissed = !row.is_running && (isLate || !(await beginDue(tx, row)))
      // What comes once is over with it, whether it ran or was missed.
      const next = 'once' in schedule ? { is_on: false, next_at: null } : { next_at: nextTime(schedule, at) }
      await store.update(tx, row.id, { ...next, ...(isMissed && { missed_at: row.next_at }) })
      return true
    })

  /** Notifies the creator of an import once that runs are missed, until one succeeds again. */
  const tellOne = () =>
    transact(db, async (tx) => {
      const row = await store.untold(tx)
      if (!row) return false
      const link = `${spacePath(row.space_id, 'form')}?list=sources&source=${row.source_id}&import=${row.id}`
      const values = { space: await store.spaceName(tx, row.space_id), title: row.title }
      await messages.notify(tx, { kind: 'importMissed', to: [row.maker_id], spaceId: row.space_id, values, link })
      await store.update(tx, row.id, { told_at: now() })
      return true
    })

  const bringForward = bringingForward({
    beyond: store.beyond,
    next: ({ cron, zone }: Scheduled, at) => ({ next_at: nextTime({ cron, zone }, at) }),
    bring: ({ id }, times) => store.bringForward(id, times),
  })

  /** Answers how many imports were due. */
  return async function runDue(): Promise<number> {
    await bringForward(now())
    let count = 0
    while (await runOne()) count += 1
    while (await tellOne());
    return count
  }
}
