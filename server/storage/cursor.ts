import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import { GivenMoment, Id } from '#contract/shapes.ts'
import { Failure } from '#server/failure.ts'
import { isKeepable } from './keepable.ts'

/** What a cursor may hold: only what the database can read, for anybody can write a cursor. */
export const part = {
  id: Id,
  text: z.string().check(z.refine(isKeepable)),
  count: z.number().check(z.int()),
  moment: GivenMoment,
}

/** A moment with all its digits, as a cursor keeps it: two rows of one millisecond keep their places. */
export const exactly = (moment: RawBuilder<unknown>) =>
  sql<string>`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** Writes the key of a page's last row as an opaque `next`. */
export const encodeCursor = (key: unknown): string => Buffer.from(JSON.stringify(key)).toString('base64url')

/** A page of the rows that were read, which are one more than it holds while others follow: then `next` is its last key. */
export function pageOf<Row, Told>(
  rows: readonly Row[],
  size: number,
  { told, key }: { told: (row: Row) => Told; key: (row: Row) => unknown },
): { list: Told[]; next?: string } {
  const page = rows.slice(0, size)
  const last = page.at(-1)
  return {
    list: page.map((row) => told(row)),
    ...(rows.length > size && last !== undefined && { next: encodeCursor(key(last)) }),
  }
}

/** Reads an `after` back. What this program did not write is refused as invalid. */
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
