import { isUtf8 } from 'node:buffer'
import { stat } from 'node:fs/promises'
import type { AsyncBuffer, FileMetaData, ParquetParsers, SchemaElement, SchemaTree } from 'hyparquet'
import { parseNumber } from '#contract/cells/number.ts'
import { cellText } from '#contract/cells.ts'
import { TABLE_COLUMNS_MAX, TABLE_ROWS_MAX } from '#contract/core/limits.ts'
import { piecesOf, type TableFile } from './bytes.ts'
import { type Notes, type SourceCell, type SourceRow, TableFileError, textCell } from './source.ts'

/** Cells that are read at once, and the rows that these may be. */
const CELLS_AT_ONCE = 500_000
const ROWS_AT_ONCE = { least: 500, most: 50_000 }
/** A column of a group of rows is unpacked as a whole. */
const CHUNK_MAX_BYTES = 512 * 1_048_576
const DAY_SECONDS = 86_400n

const decoder = new TextDecoder('utf-8', { fatal: true })

/** A point in time given in fractions of a second since 1970, with all its significant digits. */
function momentOf(count: bigint, digits: number): string {
  const unit = 10n ** BigInt(digits)
  const seconds = (count - (((count % unit) + unit) % unit)) / unit
  const fraction = String(((count % unit) + unit) % unit)
    .padStart(digits, '0')
    .replace(/0+$/, '')
  const whole = new Date(Number(seconds) * 1000).toISOString().slice(0, -5)
  return fraction ? `${whole}.${fraction}` : whole
}

const timeOf = (count: bigint, digits: number): string =>
  momentOf(count % (DAY_SECONDS * 10n ** BigInt(digits)), digits).slice(11)

/** How the library converts values; exact numbers never become doubles. */
const parsers: Partial<ParquetParsers> = {
  timestampFromMilliseconds: (count) => momentOf(count, 3),
  timestampFromMicroseconds: (count) => momentOf(count, 6),
  timestampFromNanoseconds: (count) => momentOf(count, 9),
  dateFromDays: (days) => new Date(days * 86_400_000).toISOString().slice(0, 10),
  stringFromBytes: (bytes) => bytes && decoder.decode(bytes),
  jsonFromBytes: (bytes) => bytes && decoder.decode(bytes),
}

function unscaled(value: unknown): bigint {
  if (!(value instanceof Uint8Array)) return BigInt(value as number | bigint)
  let whole = 0n
  for (const byte of value) whole = (whole << 8n) | BigInt(byte)
  return BigInt.asIntN(value.length * 8, whole)
}

/** An exact decimal from its digits and the number of them behind the point. */
export function decimalText(digits: bigint, scale: number): string {
  const bare = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0')
  const point = bare.length - scale
  const decimals = bare.slice(point).replace(/0+$/, '')
  return `${digits < 0n ? '-' : ''}${bare.slice(0, point)}${decimals ? `.${decimals}` : ''}`
}

/** The shortest digits that give this number; a single precision one has fewer than the double that holds it. */
function numberText(value: number, isSingle: boolean): string {
  if (!isSingle) return String(value)
  for (let digits = 6; digits < 9; digits += 1) {
    const text = value.toPrecision(digits)
    if (Math.fround(Number(text)) === value) return String(Number(text))
  }
  return String(Number(value.toPrecision(9)))
}

const number = (text: string): SourceCell => ({ kind: 'number', text })
type Reader = (value: unknown) => SourceCell

function fractionDigits(unit: 'MILLIS' | 'MICROS' | 'NANOS'): number {
  return { MILLIS: 3, MICROS: 6, NANOS: 9 }[unit]
}

/** How values of a column become cells. */
function readerOf({ type, converted_type: converted, logical_type: logical, scale = 0 }: SchemaElement): Reader {
  if (converted === 'DECIMAL' || logical?.type === 'DECIMAL')
    return (value) => number(decimalText(unscaled(value), scale))
  if (converted === 'DATE' || logical?.type === 'DATE') return (value) => ({ kind: 'date', text: value as string })
  if (logical?.type === 'TIME')
    return (value) => textCell(timeOf(BigInt(value as number), fractionDigits(logical.unit)))
  if (converted?.startsWith('TIMESTAMP') || logical?.type === 'TIMESTAMP' || type === 'INT96') {
    const zone = logical?.type === 'TIMESTAMP' && !logical.isAdjustedToUTC ? '' : 'Z'
    return (value) => ({ kind: 'datetime', text: `${value as string}${zone}` })
  }
  if (type === 'BOOLEAN') return (value) => ({ kind: 'boolean', text: String(value) })
  if (type === 'FLOAT' || type === 'DOUBLE' || logical?.type === 'FLOAT16')
    return (value) => {
      if (!Number.isFinite(value)) return { kind: 'error', text: String(value) }
      return number(plainNumber(numberText(value as number, type !== 'DOUBLE')))
    }
  return (value) => (typeof value === 'number' || typeof value === 'bigint' ? number(String(value)) : otherCell(value))
}

const plainNumber = (text: string): string => {
  const parsed = parseNumber(text)
  return parsed === null || parsed === 'tooLong' ? text : parsed
}

function otherCell(value: unknown): SourceCell {
  if (!(value instanceof Uint8Array)) return textCell(typeof value === 'string' ? value : JSON.stringify(value))
  // Byte arrays without a declared type are mostly texts.
  return textCell(isUtf8(value) ? decoder.decode(value) : Buffer.from(value).toString('hex'))
}

const isWords = (tree: SchemaTree): boolean => {
  if (tree.element.converted_type !== 'LIST' && tree.element.logical_type?.type !== 'LIST') return false
  const leaf = tree.children[0]?.children[0] ?? tree.children[0]
  return leaf?.element.converted_type === 'UTF8' || leaf?.element.logical_type?.type === 'STRING'
}

function readersOf(tree: SchemaTree): Reader[] {
  if (tree.children.length > TABLE_COLUMNS_MAX) throw new TableFileError('tooManyColumns')
  return tree.children.map((column) => {
    if (!column.children.length && column.element.repetition_type !== 'REPEATED') return readerOf(column.element)
    if (!isWords(column)) throw new TableFileError('nested', { column: column.element.name })
    return (value) => textCell(cellText(value as string[]))
  })
}

/** Hides from the library that a column has decimals, because it would turn them into doubles. */
const withoutDecimals = (metadata: FileMetaData): FileMetaData => ({
  ...metadata,
  schema: metadata.schema.map(({ converted_type, logical_type, ...element }) => ({
    ...element,
    ...(converted_type && converted_type !== 'DECIMAL' ? { converted_type } : {}),
    ...(logical_type && logical_type.type !== 'DECIMAL' ? { logical_type } : {}),
  })),
})

async function fileOf(file: TableFile): Promise<AsyncBuffer> {
  const byteLength = typeof file === 'string' ? (await stat(file)).size : file.length
  return {
    byteLength,
    async slice(start, end = byteLength) {
      const bytes = Buffer.concat(await Array.fromAsync(piecesOf(file, Math.max(0, start), Math.min(end, byteLength))))
      return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)
    },
  }
}

function demandBounds(metadata: FileMetaData): void {
  if (metadata.num_rows > TABLE_ROWS_MAX) throw new TableFileError('tooManyRows')
  const chunks = metadata.row_groups.flatMap(({ columns }) => columns)
  if (chunks.some(({ meta_data }) => (meta_data?.total_uncompressed_size ?? 0n) > CHUNK_MAX_BYTES))
    throw new TableFileError('tooLargeUnpacked')
}

/** A Parquet file: the names of its columns, and its rows in pieces. */
export async function openParquet(file: TableFile) {
  const { parquetMetadataAsync, parquetRead, parquetSchema } = await import('hyparquet')
  const { compressors } = await import('hyparquet-compressors')
  const source = await fileOf(file)
  const metadata = await parquetMetadataAsync(source, { geoparquet: false })
  demandBounds(metadata)
  const tree = parquetSchema(metadata)
  const readers = readersOf(tree)
  const options = {
    file: source,
    metadata: withoutDecimals(metadata),
    compressors,
    parsers,
    utf8: false,
    geoparquet: false,
  }
  const rowsOf = async (rowStart: number, rowEnd: number): Promise<unknown[][]> => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown[][]>()
    await parquetRead({ ...options, rowStart, rowEnd, onComplete: resolve }).catch(reject)
    return promise
  }
  return {
    columns: tree.children.map(({ element }) => element.name),
    async *read(_notes: Notes): AsyncGenerator<SourceRow[]> {
      const wanted = Math.floor(CELLS_AT_ONCE / Math.max(1, readers.length))
      const step = Math.min(ROWS_AT_ONCE.most, Math.max(ROWS_AT_ONCE.least, wanted))
      let first = 0
      for (const { num_rows } of metadata.row_groups) {
        const end = first + Number(num_rows)
        for (; first < end; first += Math.min(step, end - first)) {
          const rows = await rowsOf(first, Math.min(first + step, end))
          yield rows.map((values, index) => ({
            row: first + index + 1,
            cells: readers.map((read, at) => cellOrNull(read, values[at])),
          }))
        }
      }
    },
  }
}

const cellOrNull = (read: Reader, value: unknown): SourceCell =>
  value === null || value === undefined ? null : read(value)
