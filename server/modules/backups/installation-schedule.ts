import type { backups, InstallationSchedule } from '#contract/backups.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import { Failure } from '#server/failure.ts'
import type { By } from '#server/http/context.ts'
import type { Audit } from '#server/modules/audit/index.ts'
import { holdAdministrator } from '#server/modules/people/index.ts'
import { type Db, transact } from '#server/storage/database.ts'
import type { InstallationStore, ScheduleRow } from './installation-store.ts'
import { nextDrillOf, nextOf, scheduleOf } from './policies.ts'

type Needs = {
  db: Db
  store: InstallationStore
  audit: Audit
  to: () => string | null
  now: () => Date
}

const shownOf = (row: ScheduleRow): InstallationSchedule => ({
  ...scheduleOf(row),
  isOn: row.is_on,
  retention: row.retention,
  drill: row.drill,
  nextTime: row.next_at?.toISOString() ?? null,
})

/** The schedule of the installation backup. */
export const installationSchedule = ({ db, store, audit, to, now }: Needs) => ({
  async shown(): Promise<InstallationSchedule | null> {
    const row = await store.schedule()
    return row ? shownOf(row) : null
  },
  /** Throws backupNoFolder when it is to run and no place is configured, and backupZoneUnknown. */
  async set(
    { isOn, monthDay, ...rest }: ParsedOf<typeof backups.setInstallationSchedule>,
    { actor, caller }: By,
  ): Promise<InstallationSchedule> {
    if (isOn && !to()) throw new Failure('backupNoFolder')
    const known = { ...rest, month_day: monthDay, is_on: isOn }
    const next = nextOf(known, now())
    const row = { ...known, next_at: isOn ? next : null, drill_at: isOn ? nextDrillOf(known, now()) : null }
    const before = await store.schedule()
    await transact(db, async (tx) => {
      await holdAdministrator(tx, actor)
      await store.saveSchedule(tx, row)
      const after = shownOf(row)
      const was = before && shownOf(before)
      audit.record(tx, { action: 'installationScheduleChanged', actor, caller, ...(was && { before: was }), after })
    })
    return shownOf(row)
  },
})
