import { sql } from 'kysely'
import { seedDatasets } from '#server/demo/datasets.ts'
import type { Db } from '#server/storage/database.ts'
import type { Meter } from './cost.ts'
import { type Line, median, ms, seconds, timed } from './job.ts'

const TIMES = 15

/** Words that are in some of a hundred thousand datasets; each is asked once, so that no count is remembered. */
const RARE = Array.from({ length: TIMES }, (_, at) => `word${12_000 + at * 100}`)
const COMMON = Array.from({ length: TIMES }, (_, at) => `word${1000 + at * 2}`)
const CHINESE = Array.from({ length: TIMES }, (_, at) => {
  const n = 5001 + at * 202
  return String.fromCharCode(19968 + ((n * 37) % 3000), 19968 + ((n * 91) % 3000))
})

type Needs = { db: Db; origin: string; rssBytes: () => number; meter: Meter }

/** The catalogue of a hundred thousand datasets, the page of one, and a page of a harvest. */
export async function manyDatasets({ db, origin, rssBytes, meter }: Needs, count = 100_000): Promise<Line[]> {
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
    ['… by downloads', again('/datasets?sort=downloads'), '30 ms'],
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
  return [...lines, ...(await wholeHarvest({ origin, rssBytes, meter }, count))]
}

/** A harvester that reads all records, page after page; the memory of the server is looked at after each. */
async function wholeHarvest({ origin, rssBytes, meter }: Omit<Needs, 'db'>, count: number): Promise<Line[]> {
  const before = rssBytes()
  let [most, records, pages] = [before, 0, 0]
  const taken = await meter(Math.ceil(count / 100), async () => {
    for (let next = 'metadataPrefix=oai_datacite'; next; pages += 1) {
      const text = await (await fetch(`${origin}/oai?verb=ListRecords&${next}`)).text()
      records += text.split('<record>').length - 1
      const [, token = ''] = /<resumptionToken[^>]*>([^<]+)</.exec(text) ?? []
      next = token && `resumptionToken=${token}`
      most = Math.max(most, rssBytes())
    }
  })
  if (records !== count) throw new Error(`${records} records in ${pages} answers`)
  const grown = (most - before) / 1024 ** 2
  const line = { limit: '', ratio: '' }
  return [
    {
      ...line,
      job: `a harvest of all ${count.toLocaleString('en')}`,
      ours: seconds(taken.ms),
      target: '',
      cost: taken.cost,
    },
    { ...line, job: '… growth of server memory', ours: `${grown.toFixed(0)} MiB`, target: 'under 64 MiB' },
  ]
}
