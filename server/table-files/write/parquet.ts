import type { SchemaElement } from 'hyparquet'
import { cellText } from '#contract/cells.ts'
import type { Cell } from '#contract/tables/columns.ts'
import { Failure } from '#server/failure.ts'
import type { WrittenColumn, WrittenRows } from './columns.ts'

/** Digits of a decimal at most, as other programs read them. */
const DIGITS_MAX = 38
/** Cells and rows of a group, which is held whole. */
const GROUP = { cells: 1_000_000, rows: 100_000 }
const DAY_MS = 86_400_000

/** How values of a column are stored, and the form that the writer expects. */
type Stored = { element: SchemaElement; valueFor: (cell: Exclude<Cell, null>) => unknown }

const element = (name: string, rest: Partial<SchemaElement>): SchemaElement => ({
  name,
  repetition_type: 'OPTIONAL',
  ...rest,
})
const asText = (name: string): Stored => ({
  element: element(name, { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } }),
  valueFor: cellText,
})

/** A decimal keeps every digit; numbers that don't fit into one are texts, only computed ones doubles. */
function decimal({ name, size }: WrittenColumn): Stored {
  if (size === 'double') return { element: element(name, { type: 'DOUBLE' }), valueFor: Number }
  if (!size || size.digits + size.decimals > DIGITS_MAX) return asText(name)
  const precision = Math.max(1, size.digits + size.decimals)
  const scale = size.decimals
  return {
    element: element(name, {
      type: 'FIXED_LEN_BYTE_ARRAY',
      type_length: 16,
      converted_type: 'DECIMAL',
      logical_type: { type: 'DECIMAL', precision, scale },
      precision,
      scale,
    }),
    valueFor: (cell) => {
      // Trailing zeros don't count: 12.50 has one decimal.
      const [whole = '', behind = ''] = cellText(cell).split('.')
      const decimals = behind.replace(/0+$/, '')
      if (decimals.length > scale) throw new RangeError(`${name}: more decimals than were said`)
      return BigInt(whole + decimals.padEnd(scale, '0'))
    },
  }
}

/** Days and times from the year 1 to the year 9999; anything else `Date` would read as it likes. */
const MOMENT = /^\d{4}-\d\d-\d\d(T[\d:]+Z)?$/
/** Milliseconds since 1970. Throws tableDateOutsideParquet for other years, and for infinity. */
function millis(moment: string): number {
  const ms = MOMENT.test(moment) ? Date.parse(moment) : Number.NaN
  if (Number.isNaN(ms)) throw new Failure('tableDateOutsideParquet', { values: { value: moment } })
  return ms
}

/** Microseconds since 1970. Throws tableDateOutsideParquet. */
function micros(moment: string): bigint {
  const [, whole = moment, fraction = ''] = /^(.*?)(?:\.(\d+))?Z$/.exec(moment) ?? []
  return BigInt(millis(`${whole}Z`)) * 1000n + BigInt(fraction.padEnd(6, '0') || '0')
}

function storedAs(column: WrittenColumn): Stored {
  const { name, type } = column
  if (type === 'number') return decimal(column)
  if (type === 'boolean') return { element: element(name, { type: 'BOOLEAN' }), valueFor: (cell) => cell }
  if (type === 'date')
    return {
      element: element(name, { type: 'INT32', converted_type: 'DATE', logical_type: { type: 'DATE' } }),
      valueFor: (cell) => millis(cellText(cell)) / DAY_MS,
    }
  if (type !== 'datetime') return asText(name)
  const logical_type = { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' } as const
  return {
    element: element(name, { type: 'INT64', converted_type: 'TIMESTAMP_MICROS', logical_type }),
    valueFor: (cell) => micros(cellText(cell)),
  }
}

/** Rows in groups of this many. */
async function* groupsOf(rows: WrittenRows, size: number): AsyncGenerator<(readonly Cell[])[]> {
  let group: (readonly Cell[])[] = []
  for await (const piece of rows)
    for (const row of piece) {
      group.push(row)
      if (group.length < size) continue
      yield group
      group = []
    }
  if (group.length) yield group
}

/** Rows as Parquet, group by group: exact decimals, days, moments in microseconds, texts. */
export async function* parquetBytes(columns: readonly WrittenColumn[], rows: WrittenRows): AsyncGenerator<Buffer> {
  const { ByteWriter, ParquetWriter } = await import('hyparquet-writer')
  const stored = columns.map(storedAs)
  const bytes = new ByteWriter()
  const taken = () => {
    const piece = Buffer.from(bytes.getBytes())
    bytes.index = 0
    return piece
  }
  const schema = [{ name: 'root', num_children: columns.length }, ...stored.map((one) => one.element)]
  const writer = new ParquetWriter({ writer: bytes, schema, createdBy: 'dataspace' })
  const size = Math.max(1, Math.min(GROUP.rows, Math.floor(GROUP.cells / Math.max(1, columns.length))))
  for await (const group of groupsOf(rows, size)) {
    const columnData = stored.map(({ element: { name }, valueFor }, at) => ({
      name,
      data: group.map((row) => {
        const cell = row[at] ?? null
        return cell === null ? undefined : valueFor(cell)
      }),
    }))
    await writer.write({ columnData, rowGroupSize: group.length })
    yield taken()
  }
  await writer.finish()
  yield taken()
}
