import { sql } from 'kysely'
import { seedDatasets } from '#server/demo/datasets.ts'
import type { Db } from '#server/storage/database.ts'
import { type Line, median, ms, timed } from './job.ts'

const TIMES = 15

/** Words that are in some of a hundred thousand datasets; each is asked once, so that no count is remembered. */
const RARE = Array.from({ length: TIMES }, (_, at) => `word${12_000 + at * 100}`)
const COMMON = Array.from({ length: TIMES }, (_, at) => `word${1000 + at * 2}`)
const CHINESE = Array.from({ length: TIMES }, (_, at) => {
  const n = 5001 + at * 202
  return String.fromCharCode(19968 + ((n * 37) % 3000), 19968 + ((n * 91) % 3000))
})

/** The catalogue of a hundred thousand datasets, the page of one, and a page of a harvest. */
export async function manyDatasets(db: Db, origin: string, count = 100_000): Promise<Line[]> {
  await seedDatasets(db, count)
  const { rows } = await sql<{ path: string }>`
    select '/dataset/' || dataset_id || '/1' as path from dataset_entry order by dataset_id limit ${TIMES}`.execute(db)
  const read = async (path: string) => {
    const response = await fetch(origin + path)
    if (!response.ok) throw new Error(`${path}: ${response.status}`)
    await response.text()
  }
  const each = async (paths: readonly string[]) => {
    await read(paths[0] ?? '')
    const values: number[] = []
    for (const path of paths) values.push(await timed(() => read(path)))
    return median(values)
  }
  const again = (path: string) => Array.from({ length: TIMES }, () => path)
  const search = (words: readonly string[]) => words.map((word) => `/datasets?q=${encodeURIComponent(word)}`)
  const jobs: [job: string, paths: readonly string[], target: string][] = [
    ['the catalogue, rendered', again('/datasets'), '30 ms'],
    ['… of one type, by title', again('/datasets?type=software&sort=title'), '30 ms'],
    ['… with facets, a rare word', search(RARE), '30 ms'],
    ['… with facets, a common word', search(COMMON), '30 ms'],
    ['… with facets, two Chinese characters', search(CHINESE), '30 ms'],
    ['the page of a dataset, rendered', rows.map(({ path }) => path), '20 ms'],
    ['100 records of a harvest, oai_dc', again('/oai?verb=ListRecords&metadataPrefix=oai_dc'), '50 ms'],
    ['100 records of a harvest, oai_datacite', again('/oai?verb=ListRecords&metadataPrefix=oai_datacite'), '50 ms'],
  ]
  const lines: Line[] = []
  for (const [job, paths, target] of jobs)
    lines.push({
      job: `${job}, of ${count.toLocaleString('en')}`,
      ours: ms(await each(paths)),
      limit: '',
      ratio: '',
      target,
    })
  return lines
}
