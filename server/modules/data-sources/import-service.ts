import { errors } from '#contract/core/errors.ts'
import { SOURCE_IMPORTS_MAX } from '#contract/core/limits.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import { type DataSourceKind, isFileKind } from '#contract/data-sources.ts'
import type {
  RunEvent,
  SourceImport,
  SourceImportDraft,
  SourceReading,
  SourceRun,
  sourceImports,
} from '#contract/source-imports.ts'
import type { Task } from '#contract/tasks.ts'
import { Failure } from '#server/failure.ts'
import type { ByActor, SignedIn, SignedInCall } from '#server/http/context.ts'
import { textOf } from '#server/http/texts.ts'
import type { SpaceService } from '#server/modules/spaces/index.ts'
import { draftsOf, type ImportRuns, type Tables } from '#server/modules/tables/index.ts'
import type { TasksModule } from '#server/modules/tasks/index.ts'
import type { Bus } from '#server/storage/bus.ts'
import type { Tx } from '#server/storage/database.ts'
import { publishSpaceChange } from '#server/storage/space-changes.ts'
import { type DueRow, type ImportRow, type RunRow, type SourceImportStore, scheduleOf } from './import-store.ts'
import { demandSchedule, isOver, isSameSchedule, nextTime } from './schedule.ts'
import { type DataSourceService, demandMaker } from './service.ts'

type Needs = {
  bus: Bus
  store: SourceImportStore
  sources: Pick<DataSourceService, 'rowOf'>
  spaces: Pick<SpaceService, 'demand' | 'change'>
  tables: Pick<Tables, 'create'>
  imports: Pick<ImportRuns, 'fillings'>
  tasks: Pick<TasksModule, 'begin'>
  now: () => Date
  newId: () => string
}
type One = { spaceId: string; id: string }
type Beginning = { row: ImportRow; actor: SignedIn; isScheduled: boolean; isFromStart: boolean }
/** Next times that are shown of a schedule (our choice). */
const TIMES_SHOWN = 5

/** Imports of a space from databases: what is read, into which table, and when. */
export function sourceImportService(needs: Needs) {
  const { bus, store, sources, spaces, tables, imports, tasks, now, newId } = needs

  async function list({ spaceId, ...query }: ParsedOf<typeof sourceImports.list>, { actor }: ByActor) {
    const { id } = await spaces.demand(spaceId, actor, 'dataSource.use')
    return store.page(id, actor, query)
  }

  async function show({ spaceId, id }: One, { actor }: ByActor): Promise<SourceImport> {
    const space = await spaces.demand(spaceId, actor, 'dataSource.use')
    const found = await store.one(space.id, id, actor)
    if (!found) throw new Failure('sourceImportGone')
    return found
  }

  /** Throws, like `fillings`, unless the read columns fit the table. */
  async function demandReading(spaceId: string, tableId: string, reading: SourceReading, actor: SignedIn) {
    if (reading.columns.some(({ index }) => index >= reading.headings.length)) throw new Failure('invalid')
    if (reading.mode === 'replace' && reading.watermark) throw new Failure('invalid')
    await imports.fillings(spaceId, { ...reading, tableId, isNew: false }, actor)
  }

  /** The table that an import fills, made when it is new, and the columns with their places in it. */
  async function targetOf(input: ParsedOf<typeof sourceImports.create>, by: ByActor) {
    const { spaceId, target, columns } = input
    if (target.to === 'table') return { tableId: target.tableId, columns, keys: input.keys }
    const drafts = draftsOf({ name: target.name, columns })
    const { name, isShared } = target
    const made = await tables.create({ spaceId, name, isShared, description: '', columns: drafts }, by)
    const placed = columns.map((column, at) => ({ ...column, target: made.columnList[at]?.id }))
    return { tableId: made.id, columns: placed, keys: input.keys }
  }

  async function create(input: ParsedOf<typeof sourceImports.create>, by: ByActor): Promise<SourceImport> {
    const { actor } = by
    const { spaceId, sourceId, isNow, schedule } = input
    const space = await spaces.demand(spaceId, actor, 'dataSource.use')
    const { kind } = await sources.rowOf(space.id, sourceId)
    demandFitting(kind, input)
    const planned = timesOf(schedule, true)
    if (input.target.to === 'table') await spaces.demand(spaceId, actor, 'table.edit')
    const { tableId, ...placed } = await targetOf(input, by)
    const reading = readingOf({ ...input, ...placed })
    await demandReading(space.id, tableId, reading, actor)
    const id = newId()
    const own = {
      id,
      space_id: space.id,
      source_id: sourceId,
      table_id: tableId,
      maker_id: actor.id,
      created_at: now(),
    }
    const told = { reached: null, missed_at: null, told_at: null }
    const row: ImportRow = { ...own, ...told, title: input.title, reading, ...planned }
    await spaces.change(space.id, actor, 'dataSource.use', async (tx) => {
      if ((await store.countIn(tx, space.id)) >= SOURCE_IMPORTS_MAX)
        throw new Failure('sourceImportsTooMany', { values: { max: SOURCE_IMPORTS_MAX } })
      await sources.rowOf(space.id, sourceId, tx)
      await store.insert(tx, row)
      if (isNow) await begin(tx, { row, actor, isScheduled: false, isFromStart: false })
      await publishSpaceChange(bus, space.id, tx)
    })
    return show({ spaceId, id }, by)
  }

  /** A schedule as it is stored, with its next time if it is on. Throws cronInvalid, cronTooOften, scheduleOver. */
  function timesOf(schedule: SourceImportDraft['schedule'], isOn: boolean) {
    if (!schedule) return { cron: null, once_at: null, zone: null, is_on: false, next_at: null }
    const [next] = demandSchedule(schedule, now(), TIMES_SHOWN)
    if (!next) throw new Failure('cronInvalid')
    const at = 'once' in schedule ? { cron: null, once_at: next } : { cron: schedule.cron, once_at: null }
    return { ...at, zone: schedule.zone, is_on: isOn, next_at: isOn ? next : null }
  }

  /** Changes an import as its maker or the owner of the space. */
  const change = <T>({ spaceId, id }: One, actor: SignedIn, run: (tx: Tx, row: DueRow) => Promise<T>): Promise<T> =>
    spaces.change(spaceId, actor, 'dataSource.use', async (tx, space) => {
      const row = await store.hold(tx, space.id, id, actor)
      if (!row) throw new Failure('sourceImportGone')
      demandMaker(actor, row, { ownerId: space.owner_id })
      const done = await run(tx, row)
      await publishSpaceChange(bus, space.id, tx)
      return done
    })

  async function edit({ spaceId, id, ...draft }: ParsedOf<typeof sourceImports.edit>, by: ByActor) {
    const { title, schedule } = draft
    const reading = readingOf(draft)
    await change({ spaceId, id }, by.actor, async (tx, row) => {
      await demandReading(row.space_id, row.table_id, reading, by.actor)
      const { kind } = await sources.rowOf(row.space_id, row.source_id, tx)
      demandFitting(kind, reading)
      const before = scheduleOf(row)
      const isStopped = before !== null && !row.is_on && !isOver(before, now())
      const isSame = isSameSchedule(schedule, before)
      // A run that failed was told, whatever becomes of the schedule.
      const anew = row.missed_at ? { missed_at: null, told_at: null } : {}
      const times = isSame ? {} : { ...timesOf(schedule, !isStopped), ...anew }
      const isRead = (one: SourceReading) => JSON.stringify([one.schema, one.table, one.watermark])
      // A file is read again for whatever is to become of its rows.
      const isSameReading = !isFileKind(kind) && isRead(reading) === isRead(row.reading)
      const reached = isSameReading ? {} : { reached: null }
      await store.update(tx, id, { title, reading, ...times, ...reached })
    })
    return show({ spaceId, id }, by)
  }

  async function remove(one: One, { actor }: ByActor): Promise<null> {
    await change(one, actor, (tx) => store.remove(tx, one.id))
    return null
  }

  async function setOn({ isOn, ...one }: ParsedOf<typeof sourceImports.setOn>, by: ByActor): Promise<SourceImport> {
    await change(one, by.actor, async (tx, row) => {
      const schedule = scheduleOf(row)
      if (!schedule) throw new Failure('cronInvalid')
      const next_at = isOn ? nextTime(schedule, now()) : null
      await store.update(tx, row.id, { is_on: isOn, next_at, missed_at: null, told_at: null })
    })
    return show(one, by)
  }

  /** Begins a run, when `tx` commits. */
  async function begin(tx: Tx, { row, actor, isScheduled, isFromStart }: Beginning): Promise<Task> {
    const options = { importId: row.id, isFromStart }
    const wish = { kind: 'sourceImport' as const, spaceId: row.space_id, actor, title: row.title, options }
    const task = await tasks.begin(tx, wish)
    await store.addRun(tx, { taskId: task.id, importId: row.id, isScheduled, at: now() })
    return task
  }

  const run = ({ isFromStart, ...one }: ParsedOf<typeof sourceImports.run>, { actor }: ByActor): Promise<Task> =>
    change(one, actor, async (tx, row) => {
      if (row.is_running) throw new Failure('taskRunning')
      return begin(tx, { row, actor, isScheduled: false, isFromStart })
    })

  type Reader = Pick<SignedInCall, 'actor' | 'language'>
  async function runs({ spaceId, id, after, size }: ParsedOf<typeof sourceImports.runs>, by: Reader) {
    const key = store.runKeyOf(after)
    await show({ spaceId, id }, by)
    const { list, ...rest } = await store.runs(id, { key, size })
    return { list: list.map((row) => runOf(row, by)), ...rest }
  }

  const next = async ({ schedule }: ParsedOf<typeof sourceImports.next>) =>
    demandSchedule(schedule, now(), TIMES_SHOWN).map((time) => time.toISOString())

  return { list, show, create, edit, remove, setOn, run, runs, next, begin }
}

export type SourceImportService = ReturnType<typeof sourceImportService>

/** A file is read as a whole. Throws invalid. */
function demandFitting(kind: DataSourceKind, { conditions, watermark }: SourceReading): void {
  if (isFileKind(kind) && (conditions.length || watermark)) throw new Failure('invalid')
}

/** Details of the failure of a run, in addition to its name. */
const detailOf = (log: readonly RunEvent[]) =>
  log
    .findLast(({ event }) => event === 'failed')
    ?.value.split(': ')
    .slice(1)
    .join(': ')

const runOf = (row: RunRow, { actor, language }: Pick<SignedInCall, 'actor' | 'language'>): SourceRun => ({
  taskId: row.task_id,
  state: row.state,
  isScheduled: row.is_scheduled,
  isMine: row.person_id === actor.id,
  personName: row.person_name,
  message: row.error
    ? textOf(language, errors[row.error].text, { column: detailOf(row.log) ?? '', why: detailOf(row.log) ?? '' })
    : '',
  at: row.created_at.toISOString(),
  startedAt: row.started_at?.toISOString() ?? null,
  endedAt: row.finished_at?.toISOString() ?? null,
  read: row.rows_read,
  written: row.rows_written,
  refused: row.rows_refused,
  log: row.log,
})

const readingOf = ({
  schema,
  table,
  headings,
  columns,
  conditions,
  mode,
  keys,
  watermark,
  misfits,
}: SourceReading): SourceReading => ({
  schema,
  table,
  headings,
  columns,
  conditions,
  mode,
  keys,
  watermark,
  misfits,
})
