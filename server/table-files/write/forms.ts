import { isFileName } from '#contract/files.ts'
import type { ExportFormat } from '#contract/table-files.ts'
import { Failure } from '#server/failure.ts'
import { CSV } from '#server/http/csv.ts'
import type { WrittenColumn, WrittenRows } from './columns.ts'
import { parquetBytes } from './parquet.ts'
import { csvText, jsonLines } from './text.ts'
import { xlsxBytes } from './xlsx.ts'

/** The bytes of a file, made as they are read. */
export type Written = AsyncIterable<Buffer | string>
type Form = {
  type: string
  suffix: string
  write: (name: string, columns: WrittenColumn[], rows: WrittenRows) => Written
}

/** How rows are written in each format; `name` is that of a sheet. */
export const forms: Record<ExportFormat, Form> = {
  xlsx: {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    suffix: 'xlsx',
    write: xlsxBytes,
  },
  csv: { type: CSV, suffix: 'csv', write: (_, columns, rows) => csvText(columns, rows) },
  csvForPrograms: {
    type: CSV,
    suffix: 'csv',
    write: (_, columns, rows) => csvText(columns, rows, { isForPrograms: true }),
  },
  parquet: {
    type: 'application/vnd.apache.parquet',
    suffix: 'parquet',
    write: (_, columns, rows) => parquetBytes(columns, rows),
  },
  jsonl: { type: 'application/jsonl', suffix: 'jsonl', write: (_, columns, rows) => jsonLines(columns, rows) },
}

/** The name of the file of an export. Throws fileNameInvalid. */
export function fileNameOf(name: string, format: ExportFormat): string {
  const whole = `${name}.${forms[format].suffix}`.normalize('NFC')
  if (!isFileName(whole)) throw new Failure('fileNameInvalid', { values: { name: whole } })
  return whole
}
