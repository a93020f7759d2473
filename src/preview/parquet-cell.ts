/** Bytes of a binary value that are shown. */
const BYTES_SHOWN = 16

/** Inside lists and records: what JSON does not know as text. */
const plain = (_key: string, value: unknown) =>
  typeof value === 'bigint' ? value.toString() : value instanceof Uint8Array ? hex(value) : value

function hex(bytes: Uint8Array): string {
  const shown = Array.from(bytes.subarray(0, BYTES_SHOWN), (byte) => byte.toString(16).padStart(2, '0')).join('')
  return bytes.length > BYTES_SHOWN ? `${shown}… (${bytes.length} B)` : shown
}

/** A value of a parquet column as text for a cell. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return hex(value)
  return typeof value === 'object' ? JSON.stringify(value, plain) : String(value)
}
