import { askChart, RangeTooWide } from '#contract/charts/asking.ts'
import type { ChartDefinition } from '#contract/charts/definition.ts'
import { ALERTS_MAX } from '#contract/core/limits.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import { boardPath } from '#contract/pages/paths.ts'
import { type SourceRef, sourcesOf } from '#contract/queries/query.ts'
import { type Alert, hasOneNumber, isBeyond, type MyAlert, oneNumber, toldNumber } from '#contract/reports/alert.ts'
import { cardOf, chartOfCard } from '#contract/reports/card-chart.ts'
import { boardOf, type reports } from '#contract/reports.ts'
import { semaphore } from '#server/concurrency/semaphore.ts'
import { Failure } from '#server/failure.ts'
import type { ByActor, SignedIn } from '#server/http/context.ts'
import type { DataViews } from '#server/modules/data-views/index.ts'
import type { Journal } from '#server/modules/journal/index.ts'
import type { Messages } from '#server/modules/messages/index.ts'
import type { People } from '#server/modules/people/index.ts'
import type { SpaceService } from '#server/modules/spaces/index.ts'
import { actingFor } from '#server/modules/tasks/index.ts'
import { type Db, transact } from '#server/storage/database.ts'
import type { AlertRow, AlertStore, DueAlert } from './alert-store.ts'
import type { One, ReportService } from './service.ts'

/** Maximum number of alerts checked in one run; the others are checked in the next (our choice). */
const CHECKED_AT_ONCE = 500
/** Numbers that are read at a time (our choice). */
const READ_AT_ONCE = 4

type Needs = {
  db: Db
  store: AlertStore
  service: Pick<ReportService, 'show' | 'published'>
  dataViews: DataViews
  spaces: Pick<SpaceService, 'enter'>
  people: Pick<People, 'byId'>
  journal: Journal
  messages: Messages
  now: () => Date
  newId: () => string
}

const alertOf = (row: AlertRow): Alert => ({
  id: row.id,
  card: row.card,
  direction: row.direction,
  value: row.value,
  isOn: row.is_on,
  isCrossed: row.is_crossed,
  lastValue: row.last_value,
  checkedAt: row.checked_at.toISOString(),
  failedAt: row.failed_at?.toISOString() ?? null,
})

/** The tables of a query; if it also reads views or files, these are checked periodically. */
const tablesOf = ({ query }: ChartDefinition): string[] =>
  sourcesOf(query).flatMap((ref: SourceRef) => (ref.kind === 'table' ? [ref.id] : []))

/** Notifies people when the value of a card crosses a threshold: once each time, with their own permissions. */
export function reportAlerts(needs: Needs) {
  const { db, store, service, dataViews, spaces, people, journal, messages, now, newId } = needs

  /** A card that shows one number. Throws reportUnpublished, cardGone, alertUnfit. */
  async function numberOn(spaceId: string, id: string, key: string, reader: Pick<SignedIn, 'id'>) {
    const found = await service.published(spaceId, id, reader)
    if (!found) throw new Failure('reportUnpublished')
    const board = boardOf(found.content)
    const card = cardOf(board, key)
    const definition = card && chartOfCard(board, card, found.charts)
    if (!card || !definition) throw new Failure('cardGone')
    if (!hasOneNumber(definition)) throw new Failure('alertUnfit')
    return { definition, title: card.title || definition.options.title || found.name }
  }

  const read = async (reader: Pick<SignedIn, 'id' | 'role'>, spaceId: string, definition: ChartDefinition) =>
    oneNumber(await askChart(definition, (query, part) => dataViews.answerAs(reader, spaceId, { query, ...part })))

  /** All alerts of the caller; what they may not view any more has no name, and can still be deleted. */
  async function myAlerts(_input: ParsedOf<typeof reports.myAlerts>, { actor }: ByActor): Promise<MyAlert[]> {
    const rows = await store.all(actor.id, ALERTS_MAX)
    const ids = [...new Set(rows.map(({ space_id }) => space_id))]
    const entered = await Promise.all(
      ids.map((id) =>
        spaces.enter(id, actor).catch((error: unknown) => {
          if (error instanceof Failure) return null
          throw error
        }),
      ),
    )
    const names = new Map(ids.map((id, at) => [id, entered[at]?.name]))
    return rows.map((row) => {
      const spaceName = row.is_published ? names.get(row.space_id) : undefined
      const report = spaceName === undefined ? null : { name: row.report_name, spaceName }
      return { ...alertOf(row), spaceId: row.space_id, reportId: row.report_id, report }
    })
  }

  async function mine({ spaceId, id }: One, by: ByActor): Promise<Alert[]> {
    await spaces.enter(spaceId, by.actor)
    await service.show({ id }, by)
    return (await store.mine(id, by.actor.id)).map(alertOf)
  }

  async function add(
    { spaceId, id, card, direction, value }: ParsedOf<typeof reports.addAlert>,
    by: ByActor,
  ): Promise<Alert> {
    const { actor } = by
    const space = await spaces.enter(spaceId, actor)
    const { name } = await service.show({ id }, by)
    const { definition } = await numberOn(space.id, id, card, actor)
    const tables = tablesOf(definition)
    const seen = await store.newestOf(tables)
    const number = await read(actor, space.id, definition)
    const row: AlertRow = {
      id: newId(),
      report_id: id,
      card,
      person_id: actor.id,
      direction,
      value,
      is_on: true,
      // The reader sees the current number: the alert only reports that it crosses the value.
      is_crossed: number !== null && isBeyond(number, { direction, value }),
      last_value: number,
      failed_at: null,
      checked_at: now(),
      created_at: now(),
      tables,
      seen,
    }
    await transact(db, async (tx) => {
      if ((await store.countOf(tx, actor.id)) >= ALERTS_MAX) throw new Failure('alertsTooMany')
      await store.insert(tx, row)
      const item = { id, name }
      await journal.record(tx, [{ spaceId: space.id, action: 'reportAlertAdded', doer: actor, item }])
    })
    return alertOf(row)
  }

  async function switchOn(
    { spaceId, id, alert, isOn }: ParsedOf<typeof reports.switchAlert>,
    { actor }: ByActor,
  ): Promise<null> {
    await spaces.enter(spaceId, actor)
    const one = { id: alert, report_id: id, person_id: actor.id, is_on: isOn }
    if (!(await transact(db, (tx) => store.setOn(tx, one)))) throw new Failure('alertGone')
    return null
  }

  /** People who may no longer view the report can still delete their alerts. */
  async function remove({ id, alert }: ParsedOf<typeof reports.removeAlert>, { actor }: ByActor): Promise<null> {
    await transact(db, async (tx) => {
      const removed = await store.remove(tx, { id: alert, report_id: id, person_id: actor.id })
      if (!removed) throw new Failure('alertGone')
      const item = { id, name: removed.name }
      await journal.record(tx, [{ spaceId: removed.space_id, action: 'reportAlertRemoved', doer: actor, item }])
    })
    return null
  }

  /** The number of an alert as its person may read it now. Throws what forbids it. */
  async function numberFor(row: DueAlert) {
    const person = await actingFor(people, row.person_id, 'job')
    const space = await spaces.enter(row.space_id, person)
    const { definition, title } = await numberOn(space.id, row.report_id, row.card, person)
    return { number: await read(person, space.id, definition), space, title, tables: tablesOf(definition) }
  }

  type Numbered = Awaited<ReturnType<typeof numberFor>>

  /**
   * Compares a value with the threshold of an alert; the notification is sent in the transaction that stores the
   * result.
   */
  async function compare(due: DueAlert, { number, space, title, tables }: Numbered): Promise<void> {
    const times = { checked_at: now(), seen: Number(due.newest) }
    await transact(db, async (tx) => {
      const row = await store.held(tx, due.id)
      if (!row) return
      const isCrossed = number === null ? row.is_crossed : isBeyond(number, row)
      if (number !== null && isCrossed && !row.is_crossed)
        await messages.notify(tx, {
          kind: row.direction === 'above' ? 'numberAbove' : 'numberBelow',
          to: [row.person_id],
          spaceId: space.id,
          values: {
            space: space.name,
            title,
            item: `${toldNumber(number, row)} (${row.direction === 'above' ? '>' : '<'} ${row.value})`,
          },
          link: boardPath(row.report_id),
        })
      const state = { is_crossed: isCrossed, last_value: number, failed_at: null, tables }
      await store.update(tx, row.id, { ...times, ...state })
    })
  }

  /** Checks the alerts of one person on one card, whose number is read once for all of them. */
  async function check(same: readonly DueAlert[]): Promise<void> {
    const [first] = same
    if (!first) return
    try {
      const number = await numberFor(first)
      for (const due of same) await compare(due, number)
    } catch (error) {
      if (!(error instanceof Failure || error instanceof RangeTooWide)) throw error
      for (const { id, newest, failed_at } of same)
        await store.update(db, id, { checked_at: now(), seen: Number(newest), failed_at: failed_at ?? now() })
    }
  }

  /** Checks the alerts whose data has changed, a few numbers at a time; answers how many. */
  async function checkAll(): Promise<number> {
    const all = await store.due(now(), CHECKED_AT_ONCE)
    const byNumber = Map.groupBy(all, ({ person_id, report_id, card }) => `${person_id} ${report_id} ${card}`)
    const inTurn = semaphore(READ_AT_ONCE)
    await Promise.all([...byNumber.values()].map((same) => inTurn(() => check(same))))
    return all.length
  }

  return { mine, myAlerts, add, switchOn, remove, checkAll }
}
