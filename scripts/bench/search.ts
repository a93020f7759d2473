import { sql } from 'kysely'
import type { InputOf } from '#contract/core/operation.ts'
import { contract } from '#contract/index.ts'
import { coverContents, seedContents } from '#server/demo/contents.ts'
import { queryOf, wantedOf } from '#server/modules/renditions/index.ts'
import type { Db } from '#server/storage/database.ts'
import type { Client } from '../../tests/support/client.ts'
import { type Line, median, ms, timed } from './job.ts'

const { search } = contract
const TIMES = 15
/** More files than are checked before the index is used. */
const NEWER = 300

const often = async (run: () => Promise<unknown>): Promise<number> => {
  const values: number[] = []
  for (let i = 0; i < TIMES; i += 1) values.push(await timed(run))
  return median(values)
}

/** Words in the texts of a million files: in one large space and in all two hundred of a person. */
export async function contentSearch(db: Db, client: Client, contents = 1_000_000): Promise<Line[]> {
  const { spaceId } = await seedContents(db, contents)
  const pair = String.fromCharCode(19968 + ((45_000 * 37) % 3000), 19968 + ((45_000 * 91) % 3000))
  const words: [what: string, q: string, target: string][] = [
    ['in every tenth text', 'w3 ', '15 ms'],
    ['in one text of a hundred', 'w60 ', '15 ms'],
    ['rare', 'w19321 ', '15 ms'],
    ['two words', 'w19321 w3 ', '15 ms'],
    ['a pair of Chinese characters', pair, '15 ms'],
    ['in no text', 'absentword ', '15 ms'],
    ['the beginning of hundreds of words', 'w193', '40 ms'],
  ]
  const lines: Line[] = []
  for (const [what, q, target] of words) {
    for (const where of ['one space', 'all spaces'] as const) {
      const query: InputOf<typeof search.find> = { q, in: 'text', ...(where === 'one space' && { spaceId }) }
      const ours = await often(() => client.data(search.find, query))
      const bare = await often(() =>
        sql`select sha256 from content_key where keys @@ ${queryOf(spaceId, 't', wantedOf(q, !q.endsWith(' ')))}::tsquery limit 11`.execute(
          db,
        ),
      )
      lines.push({
        job: `text search, ${what}, ${where}, ${contents.toLocaleString('en')} files`,
        ours: ms(ours),
        limit: `${ms(bare)} SQL, one space, any order`,
        ratio: `+${ms(ours - bare)}`,
        target,
      })
    }
  }
  await coverContents(db, spaceId, NEWER)
  const late = await often(() => client.data(search.find, { q: 'w3', in: 'text', spaceId }))
  const narrow = await often(() => client.data(search.find, { q: 'w3', in: 'text', spaceId, suffixes: 'pdf' }))
  const line = (job: string, ours: number, target: string) => ({ job, ours: ms(ours), limit: '', ratio: '', target })
  return [
    ...lines,
    line(`text search, in every tenth text but none of the newest ${NEWER}`, late, '40 ms'),
    line('the same with a filter that nothing passes, 50,000 files looked through', narrow, '100 ms'),
  ]
}
