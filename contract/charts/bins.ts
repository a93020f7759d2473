import type { TimeBin } from '../queries/query.ts'
import type { Cell } from '../tables/columns.ts'

const HOUR_S = 3600
/** Length of each span in seconds, from the shortest; of months and years their mean. */
const spans: readonly [TimeBin, number][] = [
  ['hour', HOUR_S],
  ['day', 24 * HOUR_S],
  ['week', 7 * 24 * HOUR_S],
  ['month', 30.44 * 24 * HOUR_S],
  ['quarter', 91.31 * 24 * HOUR_S],
  ['year', 365.25 * 24 * HOUR_S],
]

/** Spans from the shortest to the longest. */
export const timeBins: readonly TimeBin[] = spans.map(([bin]) => bin)

/** The shortest time spans of which at most `count` are between two times; dates have no hours. */
export function timeBin(least: Cell, greatest: Cell, count: number, hasHours: boolean): TimeBin {
  const seconds = (Date.parse(String(greatest)) - Date.parse(String(least))) / 1000
  const known = hasHours ? spans : spans.slice(1)
  return known.find(([, length]) => seconds / length < count)?.[0] ?? 'year'
}

/** Bounds of a width, as `BinWidth` takes it. */
const EXPONENT = { least: -15, greatest: 14 }

/**
 * A width of 1, 2 or 5 times a power of ten, of which at most `count` + 1 cover the values between two numbers; null
 * when the numbers are further apart than any width reaches.
 */
export function numberBin(least: Cell, greatest: Cell, count: number): string | null {
  const range = Number(greatest) - Number(least)
  if (!Number.isFinite(range)) return null
  if (range <= 0) return '1'
  const raw = range / count
  let exponent = Math.max(EXPONENT.least, Math.floor(Math.log10(raw)))
  let digit = [1, 2, 5].find((one) => one * 10 ** exponent >= raw * (1 - 1e-9))
  if (digit === undefined) [digit, exponent] = [1, exponent + 1]
  if (exponent > EXPONENT.greatest) return null
  return exponent >= 0 ? `${digit}${'0'.repeat(exponent)}` : `0.${'0'.repeat(-exponent - 1)}${digit}`
}
