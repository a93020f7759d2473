import { type ConvertedBatch, convertedRows, type RowsWish } from './convert.ts'
import { type OpenOptions, type OpenTableFile, openTableFile } from './open.ts'
import { belowHeader } from './scan.ts'
import { noNotes, type SourceRow } from './source.ts'

export type ConvertWish = RowsWish & {
  path: string
  name: string
  options: OpenOptions
  sheet: number
  hasHeader: boolean
}

async function* rowsOf(file: OpenTableFile, { sheet, hasHeader }: ConvertWish): AsyncGenerator<readonly SourceRow[]> {
  for await (const { rows } of belowHeader(file.read(sheet, noNotes()), file.columns() ? false : hasHeader)) yield rows
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
