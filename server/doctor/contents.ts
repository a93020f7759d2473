import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { mapConcurrently } from '#server/concurrency/map-concurrently.ts'
import { BLOB_REST_MS } from '#server/modules/uploads/sweep.ts'
import { contentUses, isUnused } from '#server/space-parts.ts'
import { rowsNaming } from '#server/storage/blob-use.ts'
import type { BlobStore } from '#server/storage/blobs/blob-store.ts'
import type { Db } from '#server/storage/database.ts'
import { whileBlobsRest } from '#server/storage/locks.ts'
import type { Finding } from './finding.ts'

const PAGE = 1000
/** Most files named in the finding of one content. */
const REPORTED_MAX = 3

type Wish = { repair: boolean; deep: boolean; now: Date }
/** One content in the database (`named`) and in the store (`stored`); null: absent there. */
type Pair = { sha256: string; named: number | null; stored: { size: number; modifiedMs: number } | null }
type Verdict = 'good' | 'missing' | 'damaged' | 'stray'

async function* namedContents(db: Db): AsyncGenerator<{ sha256: string; size: number }> {
  let after = ''
  for (let page = PAGE; page === PAGE; ) {
    const { rows } = await sql<{ sha256: string; size: number }>`
      select encode(sha256, 'hex') as sha256, size from blob where sha256 > decode(${after}, 'hex') order by sha256 limit ${PAGE}`.execute(
      db,
    )
    yield* rows
    after = rows.at(-1)?.sha256 ?? ''
    page = rows.length
  }
}

/** Merges both lists in the order of the hashes; neither is held in memory. */
async function* pairs(db: Db, blobs: BlobStore): AsyncGenerator<Pair> {
  const walk = blobs.list()[Symbol.asyncIterator]()
  let at = await walk.next()
  for await (const { sha256, size } of namedContents(db)) {
    for (; !at.done && at.value.sha256 < sha256; at = await walk.next())
      yield { sha256: at.value.sha256, named: null, stored: at.value }
    const isThere = !at.done && at.value.sha256 === sha256
    yield { sha256, named: size, stored: isThere ? at.value : null }
    if (isThere) at = await walk.next()
  }
  for (; !at.done; at = await walk.next()) yield { sha256: at.value.sha256, named: null, stored: at.value }
}

async function isDamaged(blobs: BlobStore, sha256: string): Promise<boolean> {
  const hash = createHash('sha256')
  for await (const piece of await blobs.read(sha256)) hash.update(piece as Buffer)
  return hash.digest('hex') !== sha256
}

/** Reads the current state of a content: it may have been added or removed since the walk passed it. */
async function isNamed(db: Db, sha256: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from blob where sha256 = decode(${sha256}, 'hex')
    union all select 1 from staged_upload where sha256 = decode(${sha256}, 'hex')`.execute(db)
  return rows.length > 0
}

const judgeBy =
  (db: Db, blobs: BlobStore, { deep, now }: Wish) =>
  async ({ sha256, named, stored }: Pair): Promise<Verdict> => {
    if (named === null) {
      const isOld = (stored?.modifiedMs ?? 0) < now.getTime() - BLOB_REST_MS
      return isOld && !(await isNamed(db, sha256)) ? 'stray' : 'good'
    }
    if (!stored) return (await blobs.has(sha256)) || !(await isNamed(db, sha256)) ? 'good' : 'missing'
    const isWrong = stored.size !== named || (deep && (await isDamaged(blobs, sha256).catch(gone)))
    return isWrong && (await isNamed(db, sha256)) ? 'damaged' : 'good'
  }

/** Removed between the walk and this check: whether it should exist is checked next. */
function gone(error: unknown): true {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  return true
}

/**
 * Reports contents that the database references and the store lacks or has damaged (`deep` reads every byte), and old
 * contents that nothing references. Repair removes unused ones and makes derived ones again; lost contents can only be
 * restored from a backup.
 */
export async function* checkContents(db: Db, blobs: BlobStore, wish: Wish): AsyncGenerator<Finding> {
  let strays = 0
  for await (const [{ sha256 }, verdict] of mapConcurrently(pairs(db, blobs), judgeBy(db, blobs, wish))) {
    if (verdict === 'stray') strays += 1
    if (verdict === 'missing' || verdict === 'damaged') yield await explain(db, sha256, verdict, wish)
  }
  if (strays) yield { check: 'content-stray', level: 'note', isMended: wish.repair, said: strayWords(strays, wish) }
}

const strayWords = (count: number, { repair }: Wish) =>
  `${count} contents that no row knows, older than an hour: ${repair ? 'removed, as the next sweep would have' : 'the next sweep removes them'}`

async function explain(db: Db, sha256: string, verdict: 'missing' | 'damaged', { repair }: Wish): Promise<Finding> {
  const check = `content-${verdict}`
  const what = `content ${sha256} is ${verdict}`
  const files = (await lossesOf(db, [sha256])).get(sha256) ?? []
  if (files.length)
    return {
      check,
      level: 'grave',
      isMended: false,
      said: `${what}: ${files.join(', ')} cannot be read; restore it from a backup`,
    }
  const isMended = repair && (await letGo(db, sha256))
  const so = isMended ? 'nothing of people names it: forgotten' : 'nothing of people names it (--repair forgets it)'
  return { check, level: 'light', isMended, said: `${what}: ${so}` }
}

/** The files that people lose with each content, by its hash; more than a few end with "and more". */
export async function lossesOf(db: Db, sha256s: readonly string[]): Promise<Map<string, string[]>> {
  const losses = contentUses.flatMap((use) =>
    use.lost ? [sql`select ${use.lost} as what from ${rowsNaming(use, sql`decode(c.sha256, 'hex')`)}`] : [],
  )
  const { rows } = await sql<{ sha256: string; what: string }>`
    select c.sha256, l.what from unnest(${[...sha256s]}::text[]) as c(sha256)
    cross join lateral (select what from (${sql.join(losses, sql` union all `)}) as reported order by 1 limit ${REPORTED_MAX + 1}) as l`.execute(
    db,
  )
  const found = Map.groupBy(rows, ({ sha256 }) => sha256)
  return new Map(
    sha256s.map((sha256) => {
      const names = (found.get(sha256) ?? []).map(({ what }) => what)
      return [sha256, names.length > REPORTED_MAX ? [...names.slice(0, REPORTED_MAX), 'and more'] : names]
    }),
  )
}

/** Reads a whole content: `good`, or what is wrong with it; one that is no longer referenced counts as good. */
export async function conditionOf(db: Db, blobs: BlobStore, sha256: string): Promise<'good' | 'missing' | 'damaged'> {
  if (!(await blobs.has(sha256))) return (await isNamed(db, sha256)) ? 'missing' : 'good'
  const isWrong = await isDamaged(blobs, sha256).catch(unreadable)
  return isWrong && (await isNamed(db, sha256)) ? 'damaged' : 'good'
}

/** A disk that can't give its bytes back has lost them. */
const unreadable = (error: unknown): true => ((error as NodeJS.ErrnoException).code === 'EIO' ? true : gone(error))

/** Clears references from derived data, so that it is made again; deletes the row unless it is referenced. */
const letGo = async (db: Db, sha256: string): Promise<boolean> =>
  (await whileBlobsRest(db, async (tx) => {
    const content = sql`decode(${sha256}, 'hex')`
    for (const { again } of contentUses) await again?.(content).execute(tx)
    const { rows } = await sql`delete from blob b where sha256 = ${content} and ${isUnused} returning 1`.execute(tx)
    return rows.length > 0
  })) ?? false
