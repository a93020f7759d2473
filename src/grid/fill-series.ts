/** The text of a cell that continues `given`; `at` counts the new cells from 0. */
type Series = (at: number) => string

const DAY_MS = 86_400_000
const NUMBER = /^-?\d+(\.\d+)?$/
const DAY = /^\d{4}-\d{2}-\d{2}$/
const ENDING = /^(.*?)(\d+)$/s

const decimalsOf = (text: string) => text.split('.')[1]?.length ?? 0
const isEven = (values: readonly number[]) => {
  const step = (values[1] ?? 0) - (values[0] ?? 0)
  return values.every((value, i) => i === 0 || value - (values[i - 1] ?? 0) === step)
}

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

/** Numbers at an even distance go on; they keep their decimals. */
function numbers(given: readonly string[]): Series | null {
  if (given.length < 2 || !given.every((text) => NUMBER.test(text))) return null
  const decimals = Math.max(...given.map(decimalsOf))
  // Counted in the last decimal, so that 0.1 + 0.2 stays exact.
  const units = given.map((text) => Math.round(Number(text) * 10 ** decimals))
  if (!units.every(Number.isSafeInteger) || !isEven(units)) return null
  const [first = 0, second = 0] = units
  return (at) => ((first + (second - first) * (given.length + at)) / 10 ** decimals).toFixed(decimals)
}

/** Evenly spaced days continue with the same distance, a single day with the following days. */
function days(given: readonly string[]): Series | null {
  const times = given.map((text) => (DAY.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN))
  const isDay = times.every((time, i) => !Number.isNaN(time) && dayOf(time) === given[i])
  if (!isDay || !isEven(times)) return null
  const first = times[0] ?? 0
  const step = given.length > 1 ? (times[1] ?? 0) - first : DAY_MS
  return (at) => dayOf(first + step * (given.length + at))
}

/** Names that end in a number go on counting: S01, S02. */
function names(given: readonly string[]): Series | null {
  if (given.some((text) => NUMBER.test(text) || DAY.test(text))) return null
  const parts = given.map((text) => ENDING.exec(text))
  const head = parts[0]?.[1]
  if (!head || parts.some((part) => part?.[1] !== head)) return null
  const digits = parts.map((part) => part?.[2] ?? '')
  const counts = digits.map(Number)
  if (!counts.every(Number.isSafeInteger) || !isEven(counts)) return null
  const [first = 0, second = first + 1] = counts
  const step = second - first
  const width = digits[0]?.startsWith('0') ? (digits[0]?.length ?? 0) : 0
  return (at) => {
    const value = first + step * (given.length + at)
    return value < 0 ? (given[at % given.length] ?? '') : head + String(value).padStart(width, '0')
  }
}

/**
 * Continues cells as the fill handle does: evenly spaced numbers and days, and names that end in a number, are
 * continued; everything else repeats. With `isBackward`, cells before the first one are computed, the nearest one
 * first.
 */
export function fillSeries(given: readonly string[], count: number, isBackward = false): string[] {
  const line = isBackward ? given.toReversed() : given
  const isSingleStep = isBackward && line.length === 1
  const series = numbers(line) ?? (isSingleStep ? null : (days(line) ?? names(line)))
  return Array.from({ length: count }, (_, at) => series?.(at) ?? line[at % line.length] ?? '')
}
