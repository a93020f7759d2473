import { statfsSync } from 'node:fs'
import { sql } from 'kysely'
import { contract } from '#contract/index.ts'
import { seedVolume } from '#server/demo/volume.ts'
import type { Db } from '#server/storage/database.ts'
import { Client } from '../../tests/support/client.ts'
import { COMPLETE } from '../../tests/support/publication.ts'
import { ADMIN } from '../../tests/support/server.ts'
import { upload } from '../../tests/support/upload.ts'
import type { Meter } from './cost.ts'
import { type Line, ms, seconds } from './job.ts'

const { publications, spaces } = contract
const FILES = 100_000
/** 100,000 of them are 2 TB. */
const FILE_BYTES = 20 * 1024 ** 2
const ZIPPED = { files: 8, bytes: 64 * 1024 ** 2 }
const MIB = 1024 ** 2

type Needs = { db: Db; client: Client; origin: string; dataDir: string; rssBytes: () => number; meter: Meter }

/** A second administrator with the password of the first one, because submissions can't be reviewed by their author. */
async function otherAdministrator(db: Db, origin: string): Promise<Client> {
  const other = { id: crypto.randomUUID(), email: 'reviewer@bench.test' }
  await sql`insert into person select (jsonb_populate_record(p, ${JSON.stringify(other)}::jsonb)).*
    from person p where email = ${ADMIN.email}`.execute(db)
  return new Client(origin).login(other.email, ADMIN.password)
}

/**
 * A space with this many files, each with a different content that exists only as a row: it must not be read or copied.
 */
async function manyContents(db: Db): Promise<{ spaceId: string; rootId: string }> {
  const made = await seedVolume(db, { files: FILES, folders: 200 })
  await sql`
    with file as (select id, sha256(id::text::bytea) as sha256 from node where space_id = ${made.spaceId}::uuid and not is_folder),
      kept as (insert into blob (sha256, md5, size)
        select sha256, decode(md5(id::text), 'hex'), ${FILE_BYTES}::bigint from file returning sha256)
    update node n set blob_sha256 = file.sha256, size = ${FILE_BYTES}::bigint from file where n.id = file.id`.execute(
    db,
  )
  await sql`vacuum analyze node, blob`.execute(db)
  return made
}

const freeBytes = (path: string) => {
  const { bavail, bsize } = statfsSync(path)
  return bavail * bsize
}

/** 100,000 files, 2 TB, become a dataset; and the archive of a version streams. */
export async function publishing({ db, client, origin, dataDir, rssBytes, meter }: Needs): Promise<Line[]> {
  const { spaceId, rootId } = await manyContents(db)
  const reviewer = await otherAdministrator(db, origin)
  const fields = { ...COMPLETE, files: [rootId] }
  const { id } = await client.data(publications.create, { spaceId, fields })
  const line = (job: string, ours: string, target: string, cost = ''): Line => ({
    job,
    ours,
    limit: '',
    ratio: '',
    target,
    cost,
  })
  const [before, room] = [rssBytes(), freeBytes(dataDir)]
  const submitted = await meter(1, () => client.data(publications.submit, { id }))
  const approved = await meter(1, () => reviewer.data(publications.approve, { id }))
  const taken = (room - freeBytes(dataDir)) / MIB
  const grown = (rssBytes() - before) / MIB

  const { id: zipSpace } = await client.data(spaces.create, { name: 'Zipped', identifier: 'zipped', type: 'private' })
  for (let at = 0; at < ZIPPED.files; at += 1)
    await upload(client, { spaceId: zipSpace, name: `part ${at}.bin` }, Buffer.alloc(ZIPPED.bytes, at))
  const { rootId: zipRoot } = await db
    .selectFrom('space')
    .select('root_id as rootId')
    .where('id', '=', zipSpace)
    .executeTakeFirstOrThrow()
  const zipped = await client.data(publications.create, {
    spaceId: zipSpace,
    fields: { ...COMPLETE, files: [zipRoot] },
  })
  await client.data(publications.submit, { id: zipped.id })
  const { datasetId } = await reviewer.data(publications.approve, { id: zipped.id })
  const atRest = rssBytes()
  let [most, bytes, first] = [0, 0, 0]
  const read = await meter(1, async () => {
    const begun = performance.now()
    const response = await fetch(`${origin}/dataset/${datasetId}/1/zip`)
    for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>) {
      if (!bytes) first = performance.now() - begun
      bytes += piece.length
      most = Math.max(most, rssBytes())
    }
  })
  const size = `${(bytes / MIB).toFixed(0)} MiB`
  return [
    line('100,000 files (2 TB) are checked and submitted', seconds(submitted.ms), '30 s', submitted.cost),
    line('… and published', seconds(approved.ms), '30 s', approved.cost),
    line('… storage that it took', `${taken.toFixed(0)} MiB`, 'rows, no contents'),
    line('… growth of server memory', `${grown.toFixed(0)} MiB`, 'under 64 MiB'),
    line(`the archive of a version, ${size}: first byte`, ms(first), '100 ms'),
    line('… whole', seconds(read.ms), '', read.cost),
    line('… growth of server memory', `${((most - atRest) / MIB).toFixed(0)} MiB`, 'under 64 MiB'),
  ]
}
