import { Failure } from '#server/failure.ts'

const YEARS = { first: Date.parse('0001-01-01T00:00:00Z'), last: Date.parse('9999-12-31T23:59:59Z') }

/** Parses a time that a client sends, limited to four-digit years, which every protocol can express; null otherwise. */
export function dateOf(said: string | number): Date | null {
  const at = new Date(said)
  return at.getTime() >= YEARS.first && at.getTime() <= YEARS.last ? at : null
}

/** Modification time from `X-OC-Mtime`, in seconds. Throws davInvalid. */
export function modifiedOf(header: string | undefined): Date | undefined {
  if (header === undefined) return undefined
  const at = header.trim() === '' ? null : dateOf(Number(header) * 1000)
  if (!at) throw new Failure('davInvalid')
  return at
}
