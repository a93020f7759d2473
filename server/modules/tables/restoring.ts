import type { ColumnRow } from './catalogue-store.ts'
import type { ColumnEffect } from './change-store.ts'
import type { Doer } from './doing.ts'
import { filledColumns } from './effect-store.ts'
import { columnsAt, demandMoment } from './past-store.ts'
import { PLACE } from './physical-store.ts'
import { restoreRows } from './restore-store.ts'
import { demandRoomForRows } from './row-changes.ts'

const same = (one: ColumnRow | null, other: ColumnRow | null) => JSON.stringify(one) === JSON.stringify(other)

/** An earlier column; the number of a computed one is irrelevant as long as its formula is the same. */
const asThen = (now: ColumnRow | null, then: ColumnRow | null) =>
  now && then && then.formula !== null && now.formula === then.formula ? { ...then, physical: now.physical } : then

/** The changes that restore the columns of a point in time. */
function columnsBack(now: ReadonlyMap<number, ColumnRow>, then: readonly ColumnRow[]): ColumnEffect[] {
  const wanted = new Map(then.map((column) => [column.id, column]))
  const ids = [...new Set([...now.keys(), ...wanted.keys()])]
  const effects = ids.map((id) => {
    const before = now.get(id) ?? null
    return { id, before, after: asThen(before, wanted.get(id) ?? null) }
  })
  return effects.filter(({ before, after }) => !same(before, after))
}

/** Restores columns and rows to their state just after a change. */
export const restoreOf: Doer<'restore'> = async (doing, { at }) => {
  const { tx, tableId, columns } = doing
  const moment = { tableId, at }
  await demandMoment(tx, moment)
  const then = await columnsAt(tx, moment, [...columns.values()])
  const all = await filledColumns(tx, tableId)
  const { touched, more } = await restoreRows(doing, moment, all)
  demandRoomForRows(doing, more)
  return {
    touched,
    more,
    columns: columnsBack(columns, then),
    physical: [PLACE, ...all].map(({ physical }) => physical),
    details: { at: String(at) },
  }
}
