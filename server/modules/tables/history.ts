import type { ParsedOf } from '#contract/core/operation.ts'
import type { CellHistory, ChangeDetails, TableMoment } from '#contract/tables/changes.ts'
import type { tables } from '#contract/tables.ts'
import { Failure } from '#server/failure.ts'
import type { ByActor } from '#server/http/context.ts'
import type { ColumnRow } from './catalogue-store.ts'
import { shownColumns } from './formulas.ts'
import type { ChangeSides, ColumnSides, TableHistory } from './history-store.ts'
import type { TableNeeds } from './needs.ts'
import { columnsAt, demandMoment } from './past-store.ts'
import { byId } from './question-store.ts'
import type { scanLimit } from './scan-limit.ts'
import type { TableService } from './service.ts'

type Needs = Pick<TableNeeds, 'db' | 'spaces' | 'catalogue'> & {
  store: TableHistory
  tables: Pick<TableService, 'found' | 'namesIn'>
  limited: ReturnType<typeof scanLimit>
}
type Details = ParsedOf<typeof tables.changedCells>

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
const isElsewhere = ({ before, after }: ColumnSides) => before?.physical !== after?.physical

const shownById = (columns: readonly ColumnRow[]) => new Map(shownColumns(columns).map((one) => [one.id, one]))

/** All columns of both points in time, each before and after. */
function sidesOf({ before, after }: Pick<ChangeSides, 'before' | 'after'>): ColumnSides[] {
  const [then, now] = [byId(before), byId(after)]
  const ids = [...new Set([...now.keys(), ...then.keys()])]
  return ids.map((id) => ({ id, before: then.get(id) ?? null, after: now.get(id) ?? null }))
}

/** The history of a table. */
export function tableHistory({ db, spaces, catalogue, store, limited, tables: { found, namesIn } }: Needs) {
  async function list({ spaceId, id, ...query }: ParsedOf<typeof tables.history>, { actor }: ByActor) {
    const { table } = await found({ spaceId, id }, actor)
    return store.page(table.id, query)
  }

  /** The table before and after a change: its columns, and those of them that are asked for. */
  async function sidesAt({ spaceId, id, change, column }: Details, { actor }: ByActor) {
    const { table, columns: today } = await found({ spaceId, id }, actor)
    if (!change) throw new Failure('tableChangeGone')
    await demandMoment(db, { tableId: table.id, at: change })
    const at = (moment: number) => columnsAt(db, { tableId: table.id, at: moment }, today)
    const [before, after] = await Promise.all([at(change - 1), at(change)])
    const sides: ChangeSides = { tableId: table.id, change, before, after }
    return { table, sides, columns: sidesOf(sides).filter((one) => column === undefined || one.id === column) }
  }

  const readElsewhere = limited(
    ({ sides, columns, row }: { sides: ChangeSides; columns: ColumnSides[]; row?: number }) =>
      store.cellsElsewhere(sides, columns, row),
  )

  /** Cells of the columns that the table had before the change, and of those that it had after it. */
  async function cells(wish: Details, by: ByActor): Promise<ChangeDetails> {
    const { table, sides, columns } = await sidesAt(wish, by)
    const moved = columns.filter(isElsewhere)
    const stayed = columns.flatMap(({ before, after }) =>
      before && after?.physical === before.physical ? [after] : [],
    )
    const [here, elsewhere] = await Promise.all([
      store.cells(table.id, sides.change, stayed, wish.row),
      moved.length ? readElsewhere({ sides, columns: moved, ...(wish.row && { row: wish.row }) }, by) : [],
    ])
    const cells = [...here, ...elsewhere]
    const told = new Set(cells.map(({ column }) => column))
    const [then, now] = [shownById(sides.before), shownById(sides.after)]
    const shown = columns
      .map(({ id }) => ({ id, before: then.get(id) ?? null, after: now.get(id) ?? null }))
      .filter(({ id, before, after }) => told.has(id) || !same(before, after))
    return { columns: shown, cells, names: await namesOf(table.space_id, columns, cells) }
  }

  /** The names of files and people in cells, before and after. */
  function namesOf(spaceId: string, columns: readonly ColumnSides[], cells: readonly CellHistory[]) {
    const all = columns.flatMap(({ id, before, after }) => [
      ...(before ? [{ id, row: before, side: 'before' as const }] : []),
      ...(after ? [{ id, row: after, side: 'after' as const }] : []),
    ])
    const rows = cells.map((one) => ({
      id: one.row,
      cells: all.map(({ id, side }) => (one.column === id ? one[side] : null)),
    }))
    return namesIn(
      spaceId,
      all.map(({ row }) => row),
      rows,
    )
  }

  async function moment(
    { spaceId, id, change, until }: ParsedOf<typeof tables.moment>,
    { actor }: ByActor,
  ): Promise<TableMoment> {
    const { table, columns: today } = await found({ spaceId, id }, actor)
    const wish = { ...(change !== undefined && { change }), ...(until !== undefined && { until: new Date(until) }) }
    const entry = await store.one(table.id, wish)
    const at = entry?.id ?? 0
    if (!entry && change) throw new Failure('tableChangeGone')
    return { change: at, entry, columnList: shownColumns(await columnsAt(db, { tableId: table.id, at }, today)) }
  }

  async function nameChange(
    { spaceId, id, change, name }: ParsedOf<typeof tables.nameChange>,
    { actor }: ByActor,
  ): Promise<null> {
    await spaces.demand(spaceId, actor, 'table.edit')
    const one = await catalogue.one(spaceId, id, actor)
    if (!one) throw new Failure('tableGone')
    if (!(await store.name(one.table.id, change, name))) throw new Failure('tableChangeGone')
    return null
  }

  return { list, cells, moment, nameChange }
}
