import { idOf } from '#contract/queries/query.ts'
import type { Board, BoardFilter, SourceColumnRef } from '#contract/reports/board.ts'
import type { Narrowing } from '#contract/reports/filtering.ts'
import type { FilterValues } from '#contract/reports/reading.ts'
import type { Pin } from './address.ts'

/** A filter or a mark with its label; it does not filter the `card` that created it, unless that was drilled into. */
export type Named = { key: string; label: string; card: string | null; isDrilled: boolean; narrowing: Narrowing }

const isSame = (one: SourceColumnRef, other: SourceColumnRef) =>
  idOf(one.source) === idOf(other.source) && one.column === other.column

/**
 * The columns filtered together with one: those of the filter that contains it, so that a mark applies wherever the
 * filter does.
 */
export const columnsWith = (column: SourceColumnRef, filters: readonly BoardFilter[]): SourceColumnRef[] =>
  filters.find(({ columns }) => columns.some((one) => isSame(one, column)))?.columns ?? [column]

/** All active filters of a board: its filters as set by the reader or preset, and marks. */
export function narrowingsOf({ filters }: Pick<Board, 'filters'>, values: FilterValues, pins: readonly Pin[]): Named[] {
  const set = filters.flatMap(({ key, name, columns, preset }): Named[] => {
    const value = key in values ? values[key] : preset
    const narrowing = { columns, comparisons: value ? [value] : [], name }
    return value ? [{ key, label: name, card: null, isDrilled: false, narrowing }] : []
  })
  const picked = pins.map(
    ({ card, label, name, columns, comparisons, isDrilled = false }, at): Named => ({
      key: `pick ${at}`,
      label,
      card,
      isDrilled,
      narrowing: { columns, comparisons, name },
    }),
  )
  return [...set, ...picked]
}
