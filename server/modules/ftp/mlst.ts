import type { Seen } from '#server/modules/protocols/index.ts'

/** A time-val of RFC 3659, 2.3: UTC, to the second. */
export const stampOf = (at: Date): string => at.toISOString().replace(/[-:T]/g, '').slice(0, 14)

/** Parses a time-val; null when it is invalid. */
export function dateOf(stamp: string): Date | null {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.\d+)?$/.exec(stamp) ?? []
  if (!year) return null
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(at.getTime()) || stampOf(at) !== stamp.slice(0, 14) ? null : at
}

/** Operations that a client may try on an item (RFC 3659, 7.5.5); rights are checked when it does. */
const permOf = (item: Seen) => (item.isFolder ? 'cdeflmp' : 'adfrw')

/** The properties of an item as MLSD and MLST send them. */
export const mlstLineOf = (item: Seen): string =>
  `type=${item.isFolder ? 'dir' : 'file'};size=${item.size};modify=${stampOf(item.modifiedAt)};unique=${item.hash};perm=${permOf(item)};`
