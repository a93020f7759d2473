import type { ParsedOf } from '#contract/core/operation.ts'
import type { ChangeOutcome } from '#contract/tables/changes.ts'
import type { tables } from '#contract/tables.ts'
import { Failure } from '#server/failure.ts'
import type { ByActor } from '#server/http/context.ts'
import type { ColumnRow } from './catalogue-store.ts'
import type { Changes, ColumnEffect, StoredChange } from './change-store.ts'
import type { TableWork } from './changing.ts'
import type { Doing, Done } from './doing.ts'
import { applyEffects, type Clash, clashes, filledColumns } from './effect-store.ts'
import type { Columns } from './question-store.ts'

type Way = 'undo' | 'redo'
/** Conflicts that are answered; the others are counted. */
const CONFLICTS_SHOWN = 20

/**
 * The columns that a change made, changed or removed, as they should be again. Of a column that others changed since,
 * only what the change itself had changed, and nobody else did, comes back. The number of a computed physical column says
 * nothing: it is made anew whenever a column that it reads changes.
 */
export function columnsBack(columns: Columns, effects: readonly ColumnEffect[], way: Way): ColumnEffect[] {
  return effects.flatMap(({ id, before, after }): ColumnEffect[] => {
    const [wanted, expected] = way === 'undo' ? [before, after] : [after, before]
    const present = columns.get(id) ?? null
    if (!wanted) return present ? [{ id, before: present, after: null }] : []
    if (!present || !expected) return [{ id, before: present, after: present ?? wanted }]
    const back = Object.entries(wanted).filter(
      ([field, value]) =>
        !same(value, expected[field as keyof ColumnRow]) &&
        (same(present[field as keyof ColumnRow], expected[field as keyof ColumnRow]) ||
          (field === 'physical' && present.formula !== null && present.formula === expected.formula)),
    )
    return [{ id, before: present, after: { ...present, ...Object.fromEntries(back) } }]
  })
}
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Clashes as conflicts: only columns that the table still has can be named. */
function conflictsOf({ columns }: Doing, first: readonly Clash[]): ChangeOutcome['conflicts'] {
  const byPhysical = new Map([...columns.values()].map(({ id, physical }) => [physical, id]))
  return first.flatMap(({ row, physical, wanted, present }) => {
    const column = byPhysical.get(physical)
    return column === undefined ? [] : [{ row, column, wanted, present }]
  })
}

async function reverse(doing: Doing, step: StoredChange, way: Way, isForced: boolean): Promise<Done> {
  const { tx, tableId } = doing
  const all = await filledColumns(tx, tableId)
  const work = { tx, tableId, of: step.id, way, all, touched: step.physical }
  const { first, count } = isForced ? { first: [], count: 0 } : await clashes(work, CONFLICTS_SHOWN)
  if (count) return { touched: 0, conflicts: { conflicts: conflictsOf(doing, first), conflictCount: count } }
  const { touched, more } = await applyEffects(work, doing.changeId)
  return {
    touched,
    more,
    physical: step.physical,
    columns: columnsBack(doing.columns, step.columns, way),
    details: { ...step.details, of: step.kind },
  }
}

/** Takes back, or does again, the last step of a person in a table. */
export function undoing({ work }: TableWork, changes: Changes) {
  const go =
    (way: Way) =>
    ({ isForced, ...where }: ParsedOf<typeof tables.undo>, { actor }: ByActor): Promise<ChangeOutcome> =>
      work(where, actor, {
        hold: 'update',
        run: async (doing) => {
          const made = { tableId: doing.tableId, personId: actor.id, at: new Date(0) }
          const step = await changes.nextStep(doing.tx, made, way)
          if (!step) throw new Failure(way === 'undo' ? 'tableNothingToUndo' : 'tableNothingToRedo')
          const done = await reverse(doing, step, way, isForced)
          if (!done.conflicts) await changes.setStep(doing.tx, step.id, way)
          return { done, kind: way, ofId: step.id, isStep: false }
        },
      })
  return { undo: go('undo'), redo: go('redo') }
}
