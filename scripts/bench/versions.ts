import { sql } from 'kysely'
import { contract } from '#contract/index.ts'
import { checkFolders, checkSpaces, checkVersions } from '#server/doctor/counters.ts'
import type { Db } from '#server/storage/database.ts'
import type { Client } from '../../tests/support/client.ts'
import { upload } from '../../tests/support/upload.ts'
import { type Line, ms, seconds, timed, untilEnded } from './job.ts'

const { files, spaces, versions } = contract
const FILES = 10_000
const FOLDERS = 20
const TARGET_S = 20

/** A space whose files each have a recent second version, as after uploads. */
async function changedSpace(db: Db, client: Client): Promise<{ spaceId: string; at: string }> {
  const draft = { name: 'Versions', identifier: 'benchversions', type: 'private' } as const
  const { id: spaceId } = await client.data(spaces.create, draft)
  const old = await upload(client, { spaceId, name: 'a.txt' }, Buffer.from('what it was'))
  const fresh = await upload(client, { spaceId, name: 'b.txt' }, Buffer.from('what it is now'))
  const folders: string[] = []
  for (let i = 0; i < FOLDERS; i += 1) folders.push(await client.data(files.create, { spaceId, path: `folder ${i}` }))
  const before = sql`now() - interval '1 minute'`
  await sql`update node set created_at = ${before} where space_id = ${spaceId}::uuid`.execute(db)
  await sql`
    insert into node (id, space_id, parent_id, is_folder, name, suffix, mime, size, blob_sha256, author_id, created_at, updated_at, version, content_at)
    select gen_random_uuid(), ${spaceId}::uuid, (${folders}::uuid[])[1 + i % ${FOLDERS}], false, i || '.txt', 'txt', 'text/plain',
      b.size, b.blob_sha256, b.author_id, ${before}, now(), 2, now()
    from node b, generate_series(1, ${FILES}) i where b.id = ${fresh.hash}::uuid`.execute(db)
  await sql`
    insert into file_version (node_id, number, blob_sha256, size, author_id, created_at, until)
    select n.id, 1, a.blob_sha256, a.size, n.author_id, n.created_at, now()
    from node n, node a where n.space_id = ${spaceId}::uuid and n.version = 2 and a.id = ${old.hash}::uuid`.execute(db)
  for (const check of [checkFolders, checkSpaces, checkVersions]) await check(db, true)
  return { spaceId, at: new Date(Date.now() - 30_000).toISOString() }
}

/** Restores a whole space to the moment before those versions. */
export async function goingBack(db: Db, client: Client): Promise<Line[]> {
  const wish = await changedSpace(db, client)
  const outlookTimes = await timed(() => client.data(versions.outlook, wish))
  const took = await timed(async () => {
    const { itemsDone } = await untilEnded(client, await client.data(versions.restoreAll, wish))
    if (itemsDone !== FILES) throw new Error(`${itemsDone} files went back`)
  })
  return [
    {
      job: `${FILES} files: what a restore would do`,
      ours: ms(outlookTimes),
      limit: '',
      ratio: '',
      target: '1000 ms',
    },
    {
      job: `${FILES} files are restored to other contents`,
      ours: seconds(took),
      limit: '',
      ratio: '',
      target: `${TARGET_S} s`,
    },
  ]
}
