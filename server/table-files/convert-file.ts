import { type ConvertedBatch, convertedRows, type RowsWish } from './convert.ts'
import { type OpenOptions, type OpenTableFile, openTableFile } from './open.ts'
import { belowHeader, startIn, type TableStart } from './scan.ts'
import { noNotes, type SourceRow } from './source.ts'

export type ConvertWish = RowsWish &
  TableStart & {
    path: string
    name: string
    options: OpenOptions
    sheet: number
  }

async function* rowsOf(file: OpenTableFile, wish: ConvertWish): AsyncGenerator<readonly SourceRow[]> {
  const { sheet, hasHeader, firstRow } = wish
  const start = startIn(file, { hasHeader, firstRow })
  for await (const { rows } of belowHeader(file.read(sheet, noNotes()), start)) yield rows
}

/** Reads a sheet and converts its rows, batch by batch. Throws TableFileError. */
export async function* converted(wish: ConvertWish): AsyncGenerator<ConvertedBatch> {
  const file = await openTableFile(wish.path, wish.name, wish.options)
  try {
    yield* convertedRows(rowsOf(file, wish), wish)
  } finally {
    file.close()
  }
}
