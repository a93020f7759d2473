import type { Cell, CellType } from '#contract/tables/columns.ts'
import type { Questions } from './question-store.ts'

/** Files and people whose names are remembered between pieces of rows. */
const NAMES_KEPT = 20_000

/** Rows with the names of files and people; deleted ones keep their ids. */
export async function* namedCells(
  questions: Pick<Questions, 'names'>,
  spaceId: string,
  shown: readonly { type: CellType }[],
  pieces: AsyncIterable<Cell[][]>,
): AsyncGenerator<Cell[][]> {
  const places = (type: CellType) => shown.flatMap((column, at) => (column.type === type ? [at] : []))
  const [files, people] = [places('file'), places('person')]
  const known = new Map<string, string>()
  for await (const rows of pieces) {
    if (files.length || people.length) {
      const unknown = (at: number[]) =>
        [...new Set(rows.flatMap((row) => at.map((one) => row[one])))].filter(
          (id): id is string => typeof id === 'string' && !known.has(id),
        )
      if (known.size > NAMES_KEPT) known.clear()
      const names = await questions.names(spaceId, { files: unknown(files), people: unknown(people) })
      for (const [id, name] of Object.entries(names)) known.set(id, name)
      for (const row of rows)
        for (const at of [...files, ...people]) row[at] = known.get(String(row[at])) ?? row[at] ?? null
    }
    yield rows
  }
}
