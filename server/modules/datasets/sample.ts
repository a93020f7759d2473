import Papa from 'papaparse'
import type { DatasetFile, DatasetTable } from '#contract/publications/dataset.ts'
import type { BlobStore } from '#server/storage/blobs/blob-store.ts'

/** Rows of a table that its page shows, and how much of the file is read for them. */
const ROWS = 5
const BYTES = 65_536

/** The first rows of a table's CSV file, without its heading; a row that was cut off is left out. */
export async function sampleOf(blobs: BlobStore, { columns }: DatasetTable, file: DatasetFile): Promise<string[][]> {
  if (file.size === 0) return []
  const pieces: Buffer[] = []
  for await (const piece of await blobs.read(file.sha256, { start: 0, end: Math.min(file.size, BYTES) - 1 }))
    pieces.push(piece as Buffer)
  const text = new TextDecoder().decode(Buffer.concat(pieces))
  const { data } = Papa.parse<string[]>(text, { preview: ROWS + 2, skipEmptyLines: true })
  const whole = file.size > BYTES && data.length < ROWS + 2 ? data.slice(0, -1) : data
  return whole.slice(1, ROWS + 1).map((row) => row.slice(0, columns.length))
}
