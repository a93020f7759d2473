import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import { Id, TimestampInput } from '#contract/core/shapes.ts'
import { Failure } from '#server/failure.ts'
import { isStorable } from './storable.ts'

/** Fields of a cursor, limited to values that the database can read, since anybody can forge a cursor. */
export const part = {
  id: Id,
  text: z.string().check(z.refine(isStorable)),
  count: z.number().check(z.int()),
  timestamp: TimestampInput,
}

/** A timestamp with all its digits: rows within one millisecond keep their order. */
export const exactly = (timestamp: RawBuilder<unknown>) =>
  sql<string>`to_char(${timestamp} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** Encodes the key of a page's last row as an opaque `next`. */
export const encodeCursor = (key: unknown): string => Buffer.from(JSON.stringify(key)).toString('base64url')

/**
 * Builds a page from rows read with one extra: when there is an extra row, `next` is the key of the last one on the
 * page.
 */
export function pageOf<Row, Item>(
  rows: readonly Row[],
  size: number,
  { toItem, key }: { toItem: (row: Row) => Item; key: (row: Row) => unknown },
): { list: Item[]; next?: string } {
  const page = rows.slice(0, size)
  const last = page.at(-1)
  return {
    list: page.map((row) => toItem(row)),
    ...(rows.length > size && last !== undefined && { next: encodeCursor(key(last)) }),
  }
}

/** Decodes `after`. Throws invalid for a cursor that this program did not write. */
export function decodeCursor<Key extends z.ZodMiniType>(after: string, key: Key): z.output<Key> {
  let value: unknown
  try {
    value = JSON.parse(Buffer.from(after, 'base64url').toString())
  } catch (cause) {
    throw new Failure('invalid', { cause })
  }
  const read = key.safeParse(value)
  if (!read.success) throw new Failure('invalid')
  return read.data
}
