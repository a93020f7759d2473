import type { ParsedOf } from '#contract/core/operation.ts'
import type { CellHistory } from '#contract/tables/changes.ts'
import type { tables } from '#contract/tables.ts'
import { Failure } from '#server/failure.ts'
import type { ByActor } from '#server/http/context.ts'
import type { TableHistory } from './history-store.ts'
import type { TableNeeds } from './needs.ts'
import { columnsAt, demandMoment } from './past-store.ts'
import type { TableService } from './service.ts'

type Needs = Pick<TableNeeds, 'db' | 'spaces' | 'catalogue'> & { store: TableHistory; found: TableService['found'] }

/** What happened to a table. */
export function tableHistory({ db, spaces, catalogue, store, found }: Needs) {
  async function list({ spaceId, id, ...query }: ParsedOf<typeof tables.history>, { actor }: ByActor) {
    const { table } = await found({ spaceId, id }, actor)
    return store.page(table.id, query)
  }

  /** Cells stand under the columns that the table had before the change, and those that it had after it. */
  async function cells(
    { spaceId, id, change }: ParsedOf<typeof tables.changedCells>,
    { actor }: ByActor,
  ): Promise<CellHistory[]> {
    const { table, columns: today } = await found({ spaceId, id }, actor)
    if (!change) throw new Failure('tableChangeGone')
    await demandMoment(db, { tableId: table.id, at: change })
    const [before, after] = await Promise.all(
      [change - 1, change].map((at) => columnsAt(db, { tableId: table.id, at }, today)),
    )
    const byPhysical = new Map([...(before ?? []), ...(after ?? [])].map((column) => [column.physical, column]))
    return store.cells(table.id, change, [...byPhysical.values()])
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

  return { list, cells, nameChange }
}
