import * as z from 'zod/mini'
import { Id } from '#contract/shapes.ts'
import { Failure } from '#server/failure.ts'

/** As PostgreSQL and JavaScript write a moment; its parts must make a day and a time too. */
const MOMENT = /^((?!0000)\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(\.\d{1,6})?(Z|[+-](0\d|1[0-5]))?$/
const isMoment = (text: string) => {
  const [, day, time] = MOMENT.exec(text) ?? []
  return day !== undefined && !Number.isNaN(Date.parse(`${day}T${time}Z`))
}

/** What a cursor may hold: only what the database can read, for anybody can write a cursor. */
export const part = {
  id: Id,
  text: z.string().check(z.refine((text) => !text.includes('\0'))),
  count: z.number().check(z.int()),
  moment: z.string().check(z.refine(isMoment)),
}

/** Writes the key of a page's last row as an opaque `next`. */
export const encodeCursor = (key: unknown): string => Buffer.from(JSON.stringify(key)).toString('base64url')

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
