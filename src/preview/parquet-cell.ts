/** Number of bytes shown of a binary value. */
const BYTES_SHOWN = 16

/** JSON replacer for lists and records: converts types that JSON lacks to text. */
const plain = (_key: string, value: unknown) =>
  typeof value === 'bigint' ? value.toString() : value instanceof Uint8Array ? hex(value) : value

function hex(bytes: Uint8Array): string {
  const shown = Array.from(bytes.subarray(0, BYTES_SHOWN), (byte) => byte.toString(16).padStart(2, '0')).join('')
  return bytes.length > BYTES_SHOWN ? `${shown}… (${bytes.length} B)` : shown
}

/** The text of a parquet value for a cell. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return hex(value)
  return typeof value === 'object' ? JSON.stringify(value, plain) : String(value)
}
