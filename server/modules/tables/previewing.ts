import type { ParsedOf } from '#contract/core/operation.ts'
import type { ChangePreview, TableChange } from '#contract/tables/changes.ts'
import type { tables } from '#contract/tables.ts'
import { Failure } from '#server/failure.ts'
import type { ByActor } from '#server/http/context.ts'
import { transact } from '#server/storage/database.ts'
import { endingWithCalls } from '#server/storage/pipeline.ts'
import { legible } from './conversion-store.ts'
import type { Doing } from './doing.ts'
import { conversionOf } from './made-columns.ts'
import type { TableNeeds } from './needs.ts'
import { cell, type Physical } from './physical-store.ts'
import { type Look, preview } from './preview-store.ts'
import { byId, columnIn } from './question-store.ts'
import { emptyOf, joined, mergedOf, partsOf } from './transform-store.ts'
import { planOf, runPlan } from './value-changes.ts'

/** Between the texts of several cells in an example. */
const BETWEEN = ' | '

/** The values affected by a change, as texts. Throws invalid for a change that affects none as a whole. */
function lookOf(doing: Doing, change: TableChange): Look {
  const spaceId = doing.table.space_id
  const textOf = ({ type, physical }: Physical) => legible(type, cell(physical), spaceId)
  const columns = (ids: readonly number[]) => ids.map((id) => columnIn(doing.columns, id))
  switch (change.kind) {
    case 'transform':
    case 'fill':
    case 'clear': {
      const { writes, which } = planOf(doing, change)
      const shown = writes.map(({ column, value }) => ({
        before: textOf(column),
        after: legible(column.type, value, spaceId),
      }))
      return { shown, which }
    }
    case 'setType': {
      const { before, after, value } = conversionOf(doing, change)
      return { shown: [{ before: textOf(before), after: legible(after.type, value, spaceId) }], which: {} }
    }
    case 'removeColumns':
      return {
        shown: columns(change.columns).map((column) => ({
          before: textOf(column),
          after: emptyOf({ ...column, type: 'text' }),
        })),
        which: {},
      }
    case 'merge': {
      const merged = (separator: string) => mergedOf(columns(change.columns), separator, spaceId)
      return { shown: [{ before: merged(BETWEEN), after: merged(change.separator) }], which: {}, isNew: true }
    }
    case 'split': {
      const column = columnIn(doing.columns, change.column)
      const after = joined(partsOf(column, change, spaceId), BETWEEN)
      return { shown: [{ before: textOf(column), after }], which: {}, isNew: true }
    }
    case 'cells':
    case 'addRows':
    case 'paste':
    case 'upsert':
    case 'duplicateRows':
    case 'removeRows':
    case 'moveRows':
    case 'addColumn':
    case 'editColumn':
    case 'moveColumns':
    case 'duplicateColumn':
    case 'setFormula':
    case 'restore':
      throw new Failure('invalid')
  }
}

/** Previews the effect of a change on values. */
export function previewing({ db, spaces, catalogue }: TableNeeds) {
  const reading = endingWithCalls(db)
  return async ({ change, ...where }: ParsedOf<typeof tables.preview>, { actor }: ByActor): Promise<ChangePreview> => {
    await spaces.demand(where.spaceId, actor, 'table.edit')
    return transact(reading, async (tx) => {
      const found = await catalogue.one(where.spaceId, where.id, actor, { tx })
      if (!found) throw new Failure('tableGone')
      const { table, columns } = found
      const doing = {
        tx,
        table,
        tableId: table.id,
        columns: byId(columns),
        changeId: 0,
        isBare: true,
        ahead: 'untried' as const,
      }
      const look = lookOf(doing, change)
      const run = () => preview(tx, table.id, look)
      const isPlanned = change.kind === 'transform' || change.kind === 'fill' || change.kind === 'clear'
      return isPlanned ? runPlan(doing, change, run) : run()
    })
  }
}
