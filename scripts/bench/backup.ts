import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { contract } from '#contract/index.ts'
import { checkFolders, checkSpaces } from '#server/doctor/counters.ts'
import type { Db } from '#server/storage/database.ts'
import type { Client } from '../../tests/support/client.ts'
import { type Line, median, ms, runConcurrently, seconds, timed, times } from './job.ts'

const SMALL = 100_000
const SMALL_BYTES = 4096
const LARGE = 5
const LARGE_BYTES = 1024 ** 3
const PIECE_BYTES = 8 * 1024 ** 2
const CONCURRENCY = 16
const BATCH = 2000
/** Pause between two requests of the simulated user. */
const PAUSE_MS = 20
const TARGET_S = 180
const HALF_SLOWER = 3

type Stored = { name: string; sha256: string; md5: string; size: number }
type Needs = { db: Db; client: Client; dataDir: string; dir: string }

/** Writes a content where the store keeps it, as after an upload. */
async function store(dataDir: string, name: string, size: number): Promise<Stored> {
  const pieces = Array.from({ length: Math.ceil(size / PIECE_BYTES) }, (_, i) =>
    randomBytes(Math.min(PIECE_BYTES, size - i * PIECE_BYTES)),
  )
  const [whole, md5] = [createHash('sha256'), createHash('md5')]
  for (const piece of pieces) {
    whole.update(piece)
    md5.update(piece)
  }
  const sha256 = whole.digest('hex')
  const shelf = join(dataDir, 'files', 'blobs', sha256.slice(0, 2))
  mkdirSync(shelf, { recursive: true })
  await writeFile(join(shelf, sha256), pieces)
  return { name, sha256, md5: md5.digest('hex'), size }
}

async function note(db: Db, parent: string, stored: Stored[]): Promise<void> {
  const list = sql`unnest(${stored.map((one) => one.name)}::text[], ${stored.map((one) => one.sha256)}::text[],
    ${stored.map((one) => one.md5)}::text[], ${stored.map((one) => one.size)}::bigint[]) as s(name, sha256, md5, size)`
  await sql`insert into blob (sha256, md5, size) select decode(sha256, 'hex'), decode(md5, 'hex'), size from ${list}
    on conflict do nothing`.execute(db)
  await sql`
    insert into node (id, space_id, parent_id, is_folder, name, suffix, mime, size, blob_sha256, author_id)
    select gen_random_uuid(), f.space_id, f.id, false, s.name, 'bin', 'application/octet-stream', s.size, decode(s.sha256, 'hex'), f.author_id
    from node f, ${list} where f.id = ${parent}::uuid`.execute(db)
}

async function fill({ db, client, dataDir }: Needs): Promise<string> {
  const draft = { name: 'Kept', identifier: 'benchbackup', type: 'private' } as const
  const { id: spaceId } = await client.data(contract.spaces.create, draft)
  const parent = await client.data(contract.files.create, { spaceId, path: 'kept' })
  for (let from = 0; from < SMALL; from += BATCH) {
    const stored: Stored[] = []
    await runConcurrently(
      BATCH,
      CONCURRENCY,
      async (i) => void stored.push(await store(dataDir, `${from + i}.bin`, SMALL_BYTES)),
    )
    await note(db, parent, stored)
  }
  for (let i = 0; i < LARGE; i += 1) await note(db, parent, [await store(dataDir, `large ${i}.bin`, LARGE_BYTES)])
  await checkFolders(db, true)
  await checkSpaces(db, true)
  return spaceId
}

/** Runs one of our programs; throws when it fails. */
function run(script: string, argv: string[], env: Record<string, string>): Promise<void> {
  const child = spawn(process.execPath, [script, ...argv], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${script} ended with ${code}`))))
  })
}

/** Latency of repeated requests until `done`; the slowest five percent are left out. */
async function latency(
  request: () => Promise<unknown>,
  isOver: () => boolean,
): Promise<{ half: number; most: number }> {
  const took: number[] = []
  while (!isOver()) {
    took.push(await timed(request))
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  return { half: median(took), most: took.toSorted((a, b) => a - b)[Math.floor(took.length * 0.95)] ?? Number.NaN }
}

async function syncAll(dir: string): Promise<void> {
  const folder = await open(dir, 'r')
  await folder.sync()
  await folder.close()
}

/** Backs up the installation under load, backs it up again, and restores it elsewhere. */
export async function backingUp(needs: Needs): Promise<Line[]> {
  const { client, dataDir, dir } = needs
  const spaceId = await fill(needs)
  const env = { DATA_DIR: dataDir, DATABASE_URL: '' }
  const to = join(dir, 'backup')
  const request = () => client.data(contract.spaces.show, { id: spaceId })
  let looks = 0
  const idle = await latency(request, () => looks++ > 100)
  let isOver = false
  const busy = latency(request, () => isOver)
  const first = await timed(() => run('scripts/backup.ts', ['--to', to], env))
  isOver = true
  const during = await busy
  const again = await timed(() => run('scripts/backup.ts', ['--to', to], env))
  const copied = join(dir, 'copied')
  const copy = await timed(async () => {
    const cp = spawn('cp', ['-r', join(dataDir, 'files', 'blobs'), copied])
    await new Promise((resolve) => cp.once('exit', resolve))
    await syncAll(copied)
  })
  rmSync(copied, { recursive: true })
  const into = join(dir, 'restored')
  const restored = await timed(() =>
    run('scripts/restore.ts', ['--from', to, '--into', into], { ...env, ADMIN_EMAIL: '' }),
  )
  const what = `${SMALL} files of 4 KiB and ${LARGE} of 1 GiB`
  const limit = `${seconds(copy)} cp -r of the contents`
  return [
    { job: `backup: ${what}`, ours: seconds(first), limit, ratio: times(first, copy), target: `${TARGET_S} s` },
    { job: 'the same once more, nothing new', ours: seconds(again), limit: '', ratio: '', target: `${TARGET_S / 6} s` },
    {
      job: 'a request during the backup, half / 95 % of them',
      ours: `${ms(during.half)} / ${ms(during.most)}`,
      limit: `${ms(idle.half)} / ${ms(idle.most)} before it`,
      ratio: times(during.half, idle.half),
      target: `${HALF_SLOWER} ×`,
    },
    {
      job: 'restore, every row and content compared',
      ours: seconds(restored),
      limit,
      ratio: times(restored, copy),
      target: `${TARGET_S * 2} s`,
    },
  ]
}
