import type { ParsedOf } from '#contract/core/operation.ts'
import type { CellConflict, StepConflict, StepOutcome, UndoStep } from '#contract/tables/changes.ts'
import type { tables } from '#contract/tables.ts'
import { Failure } from '#server/failure.ts'
import type { ByActor } from '#server/http/context.ts'
import type { ColumnRow } from './catalogue-store.ts'
import type { Changes, ColumnEffect, StoredChange } from './change-store.ts'
import type { TableWork } from './changing.ts'
import { demandRoomForColumns } from './column-changes.ts'
import { CONFLICTS_SHOWN, type Doing, type Done, demandBare } from './doing.ts'
import {
  applyEffects,
  type Clash,
  clashes,
  filledColumns,
  lastWriters,
  lostWith,
  type Retyped,
  type Work,
} from './effect-store.ts'
import { applyExactly, judge } from './mirror-store.ts'
import { addedBy, columnsAt, leaveEffects } from './past-store.ts'
import { byId, type Columns } from './question-store.ts'
import { demandRoomForRows } from './row-changes.ts'
import { isOfValues, keepEdits, lostEdits } from './swap-store.ts'

type Way = 'undo' | 'redo'

/** Properties that belong to the physical column with the values: they are restored together or not at all. */
const STORED: readonly string[] = ['physical', 'type', 'formula', 'format', 'options', 'vocabulary_id', 'rules']

/**
 * The columns that a change added, modified or removed, in their state after undoing it. Of a column that others
 * modified since, only properties that nobody else modified are restored. The number of a computed physical column is
 * irrelevant: it is created again whenever a column that it reads changes.
 */
export function columnsBack(columns: Columns, effects: readonly ColumnEffect[], way: Way): ColumnEffect[] {
  return effects.flatMap(({ id, before, after }): ColumnEffect[] => {
    const [wanted, expected] = way === 'undo' ? [before, after] : [after, before]
    const present = columns.get(id) ?? null
    if (!wanted) return present ? [{ id, before: present, after: null }] : []
    if (!expected) return [{ id, before: present, after: present ?? wanted }]
    // A column removed by others stays removed.
    if (!present) return []
    const isElsewhere = wanted.physical !== expected.physical && !isHere(present, expected)
    const back = Object.entries(wanted).filter(
      ([field, value]) =>
        !(isElsewhere && STORED.includes(field)) &&
        !same(value, expected[field as keyof ColumnRow]) &&
        (same(present[field as keyof ColumnRow], expected[field as keyof ColumnRow]) ||
          (field === 'physical' && isHere(present, expected))),
    )
    return [{ id, before: present, after: { ...present, ...Object.fromEntries(back) } }]
  })
}
/** Whether a column still has its values where they are expected, or the formula that makes them. */
const isHere = (present: ColumnRow, expected: ColumnRow) =>
  present.physical === expected.physical || (present.formula !== null && present.formula === expected.formula)
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Clashes as conflicts: only columns that the table still has can be named. */
function conflictsOf({ columns }: Doing, first: readonly Clash[]): CellConflict[] {
  const byPhysical = new Map([...columns.values()].map(({ id, physical }) => [physical, id]))
  return first.flatMap(({ row, physical, wanted, present }) => {
    const column = byPhysical.get(physical)
    return column === undefined ? [] : [{ row, column, wanted, present }]
  })
}

/**
 * The columns whose values a step moved elsewhere, so that cells written since must be moved back, and the number of
 * columns whose values others moved since. Nobody writes in computed columns.
 */
function swapsOf({ columns }: Doing, step: StoredChange, way: Way) {
  const swaps = step.columns.flatMap(({ id, before, after }) => {
    const [to, from] = way === 'undo' ? [before, after] : [after, before]
    const present = columns.get(id)
    return to && from && present && !isHere(to, from) ? [{ id, from, to, isPresent: isHere(present, from) }] : []
  })
  const present = swaps.filter(({ isPresent }) => isPresent)
  return {
    swaps: present.filter(({ from }) => from.formula === null),
    elsewhere: swaps.length - present.length,
  }
}

/** The columns that would go, and that people fill in; and how many of them somebody gave other values as a whole since. */
function goingOf({ columns }: Doing, step: StoredChange, way: Way): { going: ColumnRow[]; changed: number } {
  const going = step.columns.flatMap(({ id, before, after }) => {
    const present = columns.get(id)
    const [wanted, expected] = way === 'undo' ? [before, after] : [after, before]
    return present?.formula === null && !wanted ? [{ present, expected }] : []
  })
  return {
    going: going.map(({ present }) => present),
    changed: going.filter(({ present, expected }) => expected && !isHere(present, expected)).length,
  }
}

/** What undoing a step needs to know about later changes. */
async function workOf(doing: Doing, changes: Changes, step: StoredChange, way: Way) {
  const { tx, tableId, table } = doing
  const all = await filledColumns(tx, tableId)
  const { since, written } = await changes.since(tx, tableId, step.id)
  const today = [...doing.columns.values()]
  const then = byId(await columnsAt(tx, { tableId, at: step.id }, today))
  const retyped = today.flatMap((now): Retyped[] => {
    const one = then.get(now.id)
    const isFilled = one?.formula === null && now.formula === null
    return one && isFilled && one.physical !== now.physical ? [{ from: one, to: now }] : []
  })
  return {
    tx,
    tableId,
    spaceId: table.space_id,
    of: step.id,
    way,
    all,
    touched: step.physical,
    since,
    written,
    retyped,
    moved: new Map(
      retyped.flatMap(({ from, to }) => (from.type === to.type ? [[from.physical, to.physical] as const] : [])),
    ),
  }
}

/** Kinds of changes whose undoing and redoing write a row for each that they touched. */
const WRITING: readonly StoredChange['kind'][] = ['transform', 'fill', 'clear', 'restore', 'import']
/** How many rows are written to reverse a step, or to do it again; those that go are none. */
function writtenBy({ kind, physical, touched, added_from, added_to }: StoredChange, way: Way): number {
  if (!physical.length || !WRITING.includes(kind)) return 0
  const isGoing = way === 'undo' && added_from !== null && added_to !== null
  return isGoing ? touched - (added_to - added_from + 1) : touched
}

/** What others changed since a step, and what becomes of it when the step is undone or redone nevertheless. */
type Met = Pick<StepOutcome, 'conflicts' | 'conflictCount' | 'lostCount'>
type Swaps = ReturnType<typeof swapsOf>['swaps']

async function metBy(
  doing: Doing,
  work: Work,
  { step, way, isExact, edited, elsewhere }: Step & { isExact: boolean; edited: Swaps; elsewhere: number },
): Promise<Met> {
  const { first, count } = isExact ? { first: [], count: 0 } : await clashes(work, CONFLICTS_SHOWN)
  const { going, changed } = goingOf(doing, step, way)
  const written = await Promise.all([
    ...edited.map(async (swap) => ({
      isKept: isOfValues(swap),
      ...(await lostEdits(doing, step.id, swap, CONFLICTS_SHOWN)),
    })),
    ...going.map(async (column) => ({ isKept: false, ...(await lostWith(work, column, CONFLICTS_SHOWN)) })),
  ])
  const all = [{ isKept: true, first: conflictsOf(doing, first), count: count + elsewhere }, ...written]
  const sum = (some: readonly { count: number }[]) => some.reduce((total, one) => total + one.count, 0)
  // Of many, those whose present value is lost are told first.
  const shown = all
    .toSorted((one, other) => Number(one.isKept) - Number(other.isKept))
    .flatMap(({ isKept, first }) => first.map((one) => ({ ...one, isKept })))
    .slice(0, CONFLICTS_SHOWN)
  return {
    conflicts: await toldOf(doing, shown),
    conflictCount: sum(all) + changed,
    lostCount: sum(all.filter(({ isKept }) => !isKept)) + changed,
  }
}
async function toldOf(
  doing: Doing,
  conflicts: readonly Omit<StepConflict, 'personName' | 'rowTitle'>[],
): Promise<StepConflict[]> {
  if (!conflicts.length) return []
  const cells = conflicts.map(({ row, column }) => ({ row, physical: doing.columns.get(column)?.physical ?? 0 }))
  const told = await lastWriters(doing, cells, [...doing.columns.values()][0])
  return conflicts.map((one, at) => ({ personName: null, rowTitle: null, ...told[at], ...one }))
}

type Step = { step: StoredChange; way: Way }
async function reverse(
  doing: Doing,
  changes: Changes,
  { step, way, isForced }: Step & { isForced: boolean },
): Promise<Done & { met?: Met }> {
  demandBare(doing, writtenBy(step, way))
  const added = step.added_from === null ? null : await addedBy(doing.tx, doing.tableId, step.id)
  if (added) await leaveEffects(doing.tx, added)
  const work = await workOf(doing, changes, step, way)
  const { swaps, elsewhere } = swapsOf(doing, step, way)
  const edited = swaps.filter(({ from }) => work.written.includes(from.physical))
  const judged = await judge(work)
  const isExact = judged.isExact && !step.physical.some((physical) => work.moved.has(physical))
  const isMirror = isExact && !swaps.length && !(judged.back && work.retyped.length)
  if (!isForced) {
    const met = await metBy(doing, work, { step, way, isExact, edited, elsewhere })
    if (met.conflictCount) return { touched: 0, conflicts: met, met }
  }
  const { touched, more } = isMirror ? await applyExactly(work, judged) : await applyEffects(work, doing.changeId)
  const columns = columnsBack(doing.columns, step.columns, way)
  demandRoomForColumns(doing.columns.size, columns.filter(({ before, after }) => !before && after).length)
  demandRoomForRows(doing, more)
  const kept = await Promise.all(edited.map((swap) => keepEdits(doing, step.id, swap)))
  return {
    touched: Math.max(swaps.length ? step.touched : 0, touched + kept.reduce((sum, one) => sum + one, 0)),
    more,
    physical: [...new Set([...step.physical, ...edited.map(({ to }) => to.physical)])],
    columns,
    isMirror,
    details: { ...step.details, of: step.kind },
  }
}

/** Takes back, or does again, the last step of a person in a table. */
export function undoing({ work }: TableWork, changes: Changes) {
  const go =
    (way: Way) =>
    async (
      { isForced, step: seen, ...where }: ParsedOf<typeof tables.undo>,
      { actor }: ByActor,
    ): Promise<StepOutcome> => {
      const told: UndoStep = { kind: way, details: {}, touched: 0 }
      const met: Pick<Met, 'conflicts' | 'lostCount'> = { conflicts: [], lostCount: 0 }
      const outcome = await work(where, actor, {
        run: async (doing) => {
          const made = { tableId: doing.tableId, personId: actor.id, at: new Date(0) }
          const step = await changes.nextStep(doing.tx, made, way)
          if (!step) throw new Failure(way === 'undo' ? 'tableNothingToUndo' : 'tableNothingToRedo')
          if (seen !== undefined && step.id !== seen) throw new Failure('tableStepChanged')
          const { kind, details, touched } = step
          Object.assign(told, { kind, details, touched })
          const { met: found, ...done } = await reverse(doing, changes, { step, way, isForced })
          if (found) Object.assign(met, { conflicts: found.conflicts, lostCount: found.lostCount })
          else await changes.setStep(doing.tx, step.id, way)
          return { done, kind: way, ofId: step.id, isStep: false }
        },
      })
      return { ...outcome, ...met, step: told }
    }
  return { undo: go('undo'), redo: go('redo') }
}
