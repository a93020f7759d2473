import * as z from 'zod/mini'
import { LIST_DEFAULT_SIZE, LIST_MAX_SIZE } from './limits.ts'

/** Opaque id of anything: a UUID in its usual spelling. */
export const Id = z.uuid()
/** A moment: ISO 8601 in UTC, as `Date.prototype.toISOString` writes it. */
export const Moment = z.string()
/** A count or a number of bytes. */
export const Count = z.number().check(z.int(), z.gte(0))

/** Rows of a page; query strings carry numbers as text. */
export const PageSize = z.pipe(z.coerce.number(), z.number().check(z.int(), z.gte(1), z.lte(LIST_MAX_SIZE)))

/** How a keyset-paged list is asked: `after` is the `next` of the page before, `size` the rows of a page. */
export const keyset = {
  after: z.optional(z.string().check(z.maxLength(2000))),
  size: z._default(PageSize, LIST_DEFAULT_SIZE),
}
export const Order = z.enum(['asc', 'desc'])

/** A keyset page: `next` is absent on the last one. */
export const pageOf = <T extends z.ZodMiniType>(item: T) =>
  z.object({ list: z.array(item), next: z.optional(z.string()) })
export const Nothing = z.null()
