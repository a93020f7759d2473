import { sql } from 'kysely'
import type { FileSort } from '#contract/files.ts'
import { contract } from '#contract/index.ts'
import { seedVolume } from '#server/demo/volume.ts'
import type { Db } from '#server/storage/database.ts'
import type { Client } from '../../tests/support/client.ts'
import { type Line, median, ms, seconds, timed } from './job.ts'

const REPEATS = 15
const { files } = contract
const often = async (run: () => Promise<unknown>) => {
  const values: number[] = []
  for (let i = 0; i < REPEATS; i += 1) values.push(await timed(run))
  return median(values)
}

/** A folder of 100,000: a page by every sort, and the walk to its end. */
export async function bigFolder(db: Db, client: Client): Promise<Line[]> {
  const { spaceId, rootId } = await seedVolume(db, { files: 100_000, folders: 1 })
  const limit = await often(() =>
    sql`select * from node where parent_id = ${rootId}::uuid and not is_folder and trash_id is null order by name collate natural_order, id limit 51`.execute(
      db,
    ),
  )
  const lines: Line[] = []
  for (const sort of ['name', 'size', 'type', 'modified'] satisfies FileSort[]) {
    const ours = await often(() => client.data(files.list, { spaceId, sort }))
    lines.push({
      job: `folder of 100,000: 50 rows by ${sort}`,
      ours: ms(ours),
      limit: `${ms(limit)} SQL`,
      ratio: `+${ms(ours - limit)}`,
      target: 'SQL + 5 ms',
    })
  }
  const walk = await timed(async () => {
    for (let after: string | undefined, isFirst = true; isFirst || after; isFirst = false) {
      const response = await client.send(files.list, { spaceId, size: 1000, ...(after && { after }) })
      after = ((await response.json()) as { data: { next?: string } }).data.next
    }
  })
  return [
    ...lines,
    { job: 'folder of 100,000: walked whole', ours: seconds(walk), limit: '', ratio: '', target: '2 s' },
  ]
}

/** Names among a million: common, rare, absent, in two scripts. */
export async function bigSearch(db: Db, client: Client): Promise<Line[]> {
  const { spaceId } = await seedVolume(db, { files: 1_000_000, folders: 200 })
  const lines: Line[] = []
  for (const q of ['数据', '锂硫', 'glacier', 'sonar 4711', '没有', 'absentword']) {
    const like = `%${q}%`
    const limit = await often(() =>
      sql`select id, name from node where space_id = ${spaceId}::uuid and trash_id is null and grams(name) @> grams(${q}) and name ilike ${like} order by id limit 51`.execute(
        db,
      ),
    )
    const ours = await often(() => client.data(files.search, { spaceId, q, size: 50 }))
    lines.push({
      job: `search “${q}” among 1,000,000 names`,
      ours: ms(ours),
      limit: `${ms(limit)} SQL`,
      ratio: `+${ms(ours - limit)}`,
      target: '15 ms',
    })
  }
  return lines
}
