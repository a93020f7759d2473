import { Failure } from '#server/failure.ts'

const YEARS = { first: Date.parse('0001-01-01T00:00:00Z'), last: Date.parse('9999-12-31T23:59:59Z') }

/** A time that a program says, in the four-digit years that every protocol can tell; null for anything else. */
export function dateOf(said: string | number): Date | null {
  const at = new Date(said)
  return at.getTime() >= YEARS.first && at.getTime() <= YEARS.last ? at : null
}

/** When a file was changed last, in seconds, as `X-OC-Mtime` says it. Throws davInvalid. */
export function modifiedOf(header: string | undefined): Date | undefined {
  if (header === undefined) return undefined
  const at = header.trim() === '' ? null : dateOf(Number(header) * 1000)
  if (!at) throw new Failure('davInvalid')
  return at
}
