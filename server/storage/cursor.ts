import { Failure } from '#server/failure.ts'

/** Writes the key of a page's last row as an opaque `next`. */
export const encodeCursor = (key: unknown): string => Buffer.from(JSON.stringify(key)).toString('base64url')

/** Reads an `after` back. What this program did not write is refused as invalid. */
export function decodeCursor<Key>(after: string, isKey: (value: unknown) => value is Key): Key {
  let value: unknown
  try {
    value = JSON.parse(Buffer.from(after, 'base64url').toString())
  } catch (cause) {
    throw new Failure('invalid', { cause })
  }
  if (!isKey(value)) throw new Failure('invalid')
  return value
}
