import * as z from 'zod/mini'
import { LIST_DEFAULT_SIZE, LIST_MAX_SIZE, TEXT_MAX } from './limits.ts'

/**
 * Opaque id of anything: a UUID. One in capitals is the same id for the database, so it is read in small letters, as all
 * ids are kept: rules compare ids as texts.
 */
export const Id = z.uuid().check(z.toLowerCase())
/** A language of the site. */
export const Language = z.enum(['zh', 'en'])
/** A timestamp: ISO 8601 in UTC, as `Date.prototype.toISOString` writes it. */
export const Timestamp = z.string()
/** A day and a time with its zone; a fraction of a second has as many digits as the database keeps, or fewer. */
const TIMESTAMP =
  /^(\d{4}-\d\d-\d\d)[T ]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,6})?)?(Z|[+-](0\d|1[0-4])(:?[0-5]\d)?)$/
/** Years that every calendar in use can represent. */
const YEARS = { from: '1000', to: '9000' }
/** Whether a text is a real date and time: 30 February and the year 0 are refused. */
function isTimestamp(text: string): boolean {
  const [, day = ''] = TIMESTAMP.exec(text) ?? []
  const midnight = new Date(`${day}T00:00:00Z`)
  if (!day || Number.isNaN(midnight.getTime())) return false
  return midnight.toISOString().startsWith(day) && day > YEARS.from && day < YEARS.to
}
/** A timestamp in an input or a cursor. */
export const TimestampInput = z.string().check(z.maxLength(40), z.refine(isTimestamp))
/** A day in an input or a cursor, as in 2026-11-21. */
export const DayInput = z.iso.date().check(z.refine((day) => day > YEARS.from && day < YEARS.to))
/** A count or a number of bytes. */
export const Count = z.number().check(z.int(), z.gte(0))
/** Bytes of a whole site: beyond 2^53 the last digits are inexact. */
export const SiteBytes = z.number().check(z.gte(0))
/** Reason of a request, or of its answer. */
export const Reason = z.string().check(z.trim(), z.maxLength(TEXT_MAX))
/** Result of each of several items; `message` says why one was not done. */
export const Outcomes = z.array(z.object({ id: z.string(), isDone: z.boolean(), message: z.string() }))
export type Outcome = z.infer<typeof Outcomes>[number]

/** Number of rows of a page; query strings carry numbers as text. */
export const PageSize = z.pipe(z.coerce.number(), z.number().check(z.int(), z.gte(1), z.lte(LIST_MAX_SIZE)))

/** Input of a keyset-paged list: `after` is the `next` of the previous page, `size` the rows of a page. */
export const keyset = {
  after: z.optional(z.string().check(z.maxLength(2000))),
  size: z._default(PageSize, LIST_DEFAULT_SIZE),
}
export const Order = z.enum(['asc', 'desc'])

/** A keyset page: `next` is absent on the last one. */
export const pageOf = <T extends z.ZodMiniType>(item: T) =>
  z.object({ list: z.array(item), next: z.optional(z.string()) })
export const Nothing = z.null()
