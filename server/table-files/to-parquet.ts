import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadingFormat } from '#contract/cells.ts'
import type { Cell, CellType } from '#contract/tables/columns.ts'
import { cellValue } from './convert.ts'
import { encodingOf, textOf } from './delimited/encoding.ts'
import { type OpenTableFile, openTableFile } from './open.ts'
import { belowHeader, scanSheet, startIn, type TableStart } from './scan.ts'
import { noNotes } from './source.ts'
import type { WrittenColumn } from './write/columns.ts'
import { parquetBytes } from './write/parquet.ts'

type Read = { name: string; type: CellType; format: ReadingFormat }

/** The rows of a sheet as cells of its columns. */
async function* cellsOf(file: OpenTableFile, sheet: number, start: TableStart, columns: readonly Read[]) {
  for await (const { rows } of belowHeader(file.read(sheet, noNotes()), startIn(file, start)))
    yield rows.map(({ cells }) =>
      columns.map((column, at): Cell => {
        const cell = cells[at]
        const parsed = cell && cell.kind !== 'formula' ? cellValue(cell, column) : null
        return parsed && 'value' in parsed ? parsed.value : null
      }),
    )
}

/** The most digits before and behind the point of the numbers of each column. */
async function sized(columns: readonly Read[], pieces: AsyncIterable<Cell[][]>): Promise<WrittenColumn[]> {
  const sizes = columns.map(() => ({ digits: 1, decimals: 0 }))
  const numbers = columns.flatMap(({ type }, at) => (type === 'number' ? [at] : []))
  if (numbers.length)
    for await (const rows of pieces)
      for (const row of rows)
        for (const at of numbers) {
          const [whole = '', behind = ''] = String(row[at] ?? '')
            .replace('-', '')
            .split('.')
          const size = sizes[at]
          if (size) {
            size.digits = Math.max(size.digits, whole.length)
            size.decimals = Math.max(size.decimals, behind.length)
          }
        }
  return columns.map(({ name, type }, at) => ({ name, type, size: sizes[at] }))
}

/**
 * Writes a sheet of a file as Parquet, with the types proposed from all of its rows; words for a missing value become
 * empty cells. Throws TableFileError.
 */
export async function writeAsParquet(path: string, name: string, target: string, sheet = 0): Promise<void> {
  const file = await openTableFile(path, name)
  try {
    const { columns, ...start } = await scanSheet(file, sheet, {})
    const read = columns.map(({ name, type, format, missing }) => {
      return { name, type, format: { ...format, missing: missing.map(({ word }) => word) } }
    })
    const pieces = () => cellsOf(file, sheet, start, read)
    const bytes = parquetBytes(await sized(read, pieces()), pieces())
    await pipeline(Readable.from(bytes), createWriteStream(target, { mode: 0o600 }))
  } finally {
    file.close()
  }
}

/** Writes a text again in UTF-8. Throws TableFileError. */
export async function writeAsUtf8(path: string, target: string): Promise<void> {
  const text = textOf(path, (await encodingOf(path)).encoding)
  await pipeline(Readable.from(text), createWriteStream(target, { mode: 0o600 }))
}
