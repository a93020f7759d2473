import { HOUR_MS } from '#contract/core/time.ts'
import type { TableChange } from '#contract/tables/changes.ts'
import { Failure } from '#server/failure.ts'
import type { SignedIn } from '#server/http/context.ts'
import { type Db, type Tx, transact } from '#server/storage/database.ts'
import type { ChangeTraces } from './change-store.ts'
import type { Doing } from './doing.ts'
import { changedBefore } from './journal-store.ts'
import { holdFree, measureTable, unmeasured } from './measure-store.ts'
import type { TableNews } from './news.ts'

/** A change of this many rows is measured at once; smaller ones are measured together, by schedule (our choice). */
const MEASURED_ROWS = 1000
/** Tables that one run of the schedule measures (our choice). */
const MEASURED_TABLES = 1000

/** Changes that need little or no storage, and are allowed in a full space. */
const SPARING: ReadonlySet<TableChange['kind']> = new Set([
  'removeRows',
  'moveRows',
  'editColumn',
  'moveColumns',
  'removeColumns',
  'clear',
])

type Room = { used_bytes: number; capacity_bytes: number }

/** The consequences of a change of a table: storage usage, and the journal entry. */
export function tableKeeping({ news, now }: { news: TableNews; now: () => Date }) {
  /** Tables and people whose changes of the current hour are in the journal already, as far as known. */
  const told = { hour: 0, keys: new Set<string>() }

  /** spaceFull for a change that needs storage in a full space. */
  const refusalOfRoom = ({ used_bytes, capacity_bytes }: Room, kind: TableChange['kind']): Failure | null =>
    used_bytes >= capacity_bytes && !SPARING.has(kind) ? new Failure('spaceFull') : null

  /** Records in the journal that a person changed a table, once an hour. */
  async function tell(
    { tx, table, changeId }: Pick<Doing, 'tx' | 'table' | 'changeId'>,
    actor: SignedIn,
  ): Promise<void> {
    const hour = Math.floor(now().getTime() / HOUR_MS)
    if (told.hour !== hour) Object.assign(told, { hour, keys: new Set() })
    const key = `${table.id} ${actor.id}`
    if (told.keys.has(key)) return
    const before = { tableId: table.id, personId: actor.id, since: new Date(hour * HOUR_MS), changeId }
    if (await changedBefore(tx, before)) told.keys.add(key)
    else await news.note(tx, table, { action: 'tableChanged', doer: actor })
  }

  /** The last of a change that has its table alone, before the commit. Throws spaceFull when a large one does not fit. */
  async function changed(doing: Doing, actor: SignedIn, { touched, columns }: ChangeTraces): Promise<void> {
    await tell(doing, actor)
    if (touched >= MEASURED_ROWS || columns.length) await measureTable(doing.tx, doing.tableId, { isBound: true })
  }

  return { refusalOfRoom, tell, changed }
}
export type TableKeeping = ReturnType<typeof tableKeeping>

/** Measures changed tables, each in a separate transaction; run by schedule. */
export async function measureChanged(db: Db): Promise<number> {
  const ids = await unmeasured(db, MEASURED_TABLES)
  for (const id of ids)
    await transact(db, async (tx: Tx) => {
      if (await holdFree(tx, id)) await measureTable(tx, id, { isBound: false })
    })
  return ids.length
}
