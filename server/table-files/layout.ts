import type { Encoding } from './delimited/encoding.ts'
import type { Separator } from './delimited/records.ts'
import { labelsOf } from './labels.ts'
import { openTableFile, type TableFileFormat } from './open.ts'
import { belowHeader } from './scan.ts'
import { noNotes } from './source.ts'

/** How a file of one table is laid out: `names` are the columns of a text with separators. */
export type TableLayout = {
  format: TableFileFormat
  encoding: Encoding | null
  separator: Separator | null
  hasHeader: boolean
  names: string[]
}

/** Looks at the first rows of a file, and at all bytes for their encoding. Throws TableFileError. */
export async function layoutOf(path: string, name: string): Promise<TableLayout> {
  const file = await openTableFile(path, name)
  const { format, encoding, separator } = file
  try {
    if (format !== 'delimited') return { format, encoding, separator, hasHeader: false, names: [] }
    for await (const { header, rows } of belowHeader(file.read(0, noNotes()), { firstRow: 1 })) {
      const width = Math.max(header?.length ?? 0, ...rows.map(({ cells }) => cells.length))
      const names = labelsOf(header ?? [], width).map((label) => label.name)
      return { format, encoding, separator, hasHeader: header !== null, names }
    }
    return { format, encoding, separator, hasHeader: false, names: [] }
  } finally {
    file.close()
  }
}
