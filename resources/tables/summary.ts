import type { Column } from '#contract/tables/columns.ts'
import { rounded } from '../../src/widgets/decimals.ts'
import type { GridRow } from './grid-row.ts'

type Size = { rows: number; columns: number; filled: number }
/**
 * The contents of a selection; for numbers of one unit, the exact sum, mean, minimum and maximum; none for several
 * units.
 */
export type Summary = Size &
  ({ kind: 'numbers'; sum: string; mean: string; least: string; greatest: string } | { kind: 'units' | 'other' })

/** Additional decimals of a mean compared with its values (our choice). */
const MEAN_DECIMALS = 3
const NUMBER = /^(-?)(\d+)(?:\.(\d+))?$/

const decimalsOf = (value: string) => NUMBER.exec(value)?.[3]?.length ?? 0
/** A decimal as a whole number of its smallest part. */
function scaled(value: string, decimals: number): bigint {
  const [, sign = '', whole = '0', fraction = ''] = NUMBER.exec(value) ?? []
  return BigInt(`${sign}${whole}${fraction.padEnd(decimals, '0')}`)
}
/** The decimal text of a scaled integer, without trailing zeros. */
function decimal(parts: bigint, decimals: number): string {
  const [sign, digits] = [parts < 0n ? '-' : '', (parts < 0n ? -parts : parts).toString().padStart(decimals + 1, '0')]
  const cut = digits.length - decimals
  const fraction = digits.slice(cut).replace(/0+$/, '')
  return `${sign}${digits.slice(0, cut)}${fraction && `.${fraction}`}`
}

function ofNumbers(values: readonly string[]) {
  const decimals = values.reduce((most, value) => Math.max(most, decimalsOf(value)), 0)
  const parts = values.map((value) => scaled(value, decimals))
  const sum = parts.reduce((all, one) => all + one, 0n)
  const [least, greatest] = parts.reduce(
    ([low, high], one) => [one < low ? one : low, one > high ? one : high],
    [parts[0] ?? 0n, parts[0] ?? 0n],
  )
  // One digit more, by which the last one is rounded.
  const more = MEAN_DECIMALS + 1
  const mean = decimal((sum * 10n ** BigInt(more)) / BigInt(values.length), decimals + more)
  return {
    sum: decimal(sum, decimals),
    mean: decimal(scaled(rounded(mean, decimals + MEAN_DECIMALS), decimals + MEAN_DECIMALS), decimals + MEAN_DECIMALS),
    least: decimal(least, decimals),
    greatest: decimal(greatest, decimals),
  }
}

export function summaryOf(rows: readonly GridRow[], columns: readonly Column[]): Summary {
  const values = columns.map(({ id }) => rows.map(({ cells }) => cells.get(id) ?? null))
  const filled = values.flat().filter((value) => value !== null && value !== '')
  const size = { rows: rows.length, columns: columns.length, filled: filled.length }
  const areNumbers = columns.every(({ type }) => type === 'number')
  const numbers = filled.filter((value) => typeof value === 'string' && NUMBER.test(value)) as string[]
  if (!areNumbers || filled.length === 0 || numbers.length < filled.length) return { ...size, kind: 'other' }
  if (new Set(columns.map(({ unit }) => unit)).size > 1) return { ...size, kind: 'units' }
  return { ...size, kind: 'numbers', ...ofNumbers(numbers) }
}
