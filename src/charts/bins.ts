import type { TimeBin } from '#contract/queries/query.ts'

/** Maximum number of bins listed individually; above it the axis shows only those that have rows (our choice). */
const BINS_MAX = 2000
const DAY_MS = 86_400_000

/** The start of the span after that of a date or time, in UTC. */
export function nextSpan(at: Date, time: TimeBin): Date {
  const next = new Date(at)
  if (time === 'hour') next.setTime(next.getTime() + DAY_MS / 24)
  else if (time === 'day') next.setUTCDate(next.getUTCDate() + 1)
  else if (time === 'week') next.setUTCDate(next.getUTCDate() + 7)
  else next.setUTCMonth(next.getUTCMonth() + { month: 1, quarter: 3, year: 12 }[time])
  return next
}

/** The starts of all spans from the first to the last, in the form of the answer; null if there are too many. */
export function spansBetween(first: string, last: string, time: TimeBin): string[] | null {
  const isDay = first.length === 10
  const end = Date.parse(last)
  const found: string[] = []
  for (let at = new Date(first); at.getTime() <= end; at = nextSpan(at, time)) {
    if (found.length === BINS_MAX) return null
    found.push(isDay ? at.toISOString().slice(0, 10) : at.toISOString())
  }
  return found
}

/** The starts of all intervals from the first to the last; null if there are too many. */
export function widthsBetween(first: string, last: string, width: string): string[] | null {
  const decimals = Math.max(...[first, last, width].map((text) => text.split('.')[1]?.length ?? 0))
  const scaled = (text: string) => {
    const [whole = '0', fraction = ''] = text.split('.')
    return BigInt(whole + fraction.padEnd(decimals, '0'))
  }
  const [from, to, step] = [scaled(first), scaled(last), scaled(width)]
  if ((to - from) / step >= BigInt(BINS_MAX)) return null
  const count = Number((to - from) / step) + 1
  const text = (value: bigint) => {
    const digits = String(value < 0n ? -value : value).padStart(decimals + 1, '0')
    const cut = digits.length - decimals
    const fraction = digits.slice(cut).replace(/0+$/, '')
    return `${value < 0n ? '-' : ''}${digits.slice(0, cut)}${fraction ? `.${fraction}` : ''}`
  }
  return Array.from({ length: count }, (_, at) => text(from + BigInt(at) * step))
}
