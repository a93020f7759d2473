import { DAY_MS } from '../core/time.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formats.set(zone, format)
  return format
}

/** Whether this is the name of a time zone, such as Asia/Shanghai. */
export function isZone(zone: string): boolean {
  try {
    formatOf(zone)
    return true
  } catch {
    // The runtime refuses the names that it does not know.
    return false
  }
}

/** Offset of a zone from UTC at a time, in milliseconds. */
export function offsetAt(utc: number, zone: string): number {
  if (zone === 'UTC') return 0
  const parts = new Map(
    formatOf(zone)
      .formatToParts(utc)
      .map(({ type, value }) => [type, value]),
  )
  const at = (name: Intl.DateTimeFormatPartTypes) => Number(parts.get(name))
  const year = parts.get('era') === 'BC' ? 1 - at('year') : at('year')
  const shown = new Date(0)
  shown.setUTCFullYear(year, at('month') - 1, at('day'))
  shown.setUTCHours(at('hour'), at('minute'), at('second'))
  return shown.getTime() - Math.floor(utc / 1000) * 1000
}

/** Offsets of days on which the clocks of a zone are not changed; most days are. */
const steady = new Map<string, number | null>()
const STEADY_MAX = 10_000

/** The one offset around a local day, null when the clocks change near it. */
function steadyOffset(local: number, zone: string): number | null {
  const day = Math.floor(local / DAY_MS)
  const key = `${zone} ${day}`
  const known = steady.get(key)
  if (known !== undefined) return known
  if (steady.size >= STEADY_MAX) steady.clear()
  const [before, after] = [offsetAt((day - 1) * DAY_MS, zone), offsetAt((day + 2) * DAY_MS, zone)]
  const offset = before === after ? before : null
  steady.set(key, offset)
  return offset
}

/** How far the clocks of a zone are ahead of UTC when they show `local`; they may show it never or twice. */
export function zoneOffsetMs(local: number, zone: string): number | 'noSuchTime' | 'ambiguousTime' {
  if (zone === 'UTC') return 0
  const offset = steadyOffset(local, zone)
  if (offset !== null) return offset
  const around = new Set([offsetAt(local - DAY_MS, zone), offsetAt(local + DAY_MS, zone)])
  const fitting = [...around].filter((one) => offsetAt(local - one, zone) === one)
  if (fitting.length > 1) return 'ambiguousTime'
  return fitting[0] ?? 'noSuchTime'
}
