import type { Column } from '#contract/tables/columns.ts'
import { rounded } from '../../src/widgets/decimals.ts'
import { showValue, type Words } from './show-value.ts'
import type { Told } from './use-groups.ts'

/** Decimals of a mean or a median in a column without a number format (our choice). */
const MEAN_DECIMALS = 4
const isPlain = (value: string) => /^-?\d+(\.\d+)?$/.test(value)
const short = (value: string, decimals: number) =>
  isPlain(value) && (value.split('.')[1]?.length ?? 0) > decimals ? rounded(value, decimals) : value

/** The aggregate of a column in the format of its values; '' for none. */
export function shownAggregate(column: Column, { aggregates }: Told, words: Words): string {
  const value = aggregates.get(column.id) ?? ''
  if (value === '') return ''
  // How many values there are is a number for every column.
  if (column.type !== 'number' && column.type !== 'date' && column.type !== 'datetime') return value
  const view = showValue(
    { ...column, rules: {} },
    short(value, column.format.decimals ?? MEAN_DECIMALS),
    undefined,
    words,
  )
  return view.shown ?? view.text
}
