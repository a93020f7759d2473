import { createHash } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { openEmergencyAccess } from '#server/setup.ts'
import { openBlobStore } from '#server/storage/blobs/index.ts'
import { openBus } from '#server/storage/bus.ts'
import { type Address, type Db, openDatabase } from '#server/storage/database.ts'
import { newId } from '#server/storage/id.ts'
import { startEmbedded } from '#server/storage/postgres/supervisor.ts'
import { openSeal } from '#server/storage/seal.ts'
import { type Check, newestIn, type Report, type RestoreNeeds, restore } from './restore.ts'
import { makeScratch, removeScratch } from './scratch.ts'

/** The scratch database need not survive a power cut. */
const FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
/** Largest file, in bytes, that the drill reads as a test. */
const READ_BYTES = 64 * 1024 ** 2

type Drill = Pick<RestoreNeeds, 'place' | 'id' | 'secretKey' | 'say'> & {
  /** Parent folder of the scratch installation; it needs space for all data. */
  below: string
}

/**
 * Restores a backup into a scratch installation, starts the product on it, signs in, reads a file, and removes it
 * again. Nothing leaves the machine: no mail, no task, no sign-in elsewhere.
 */
export async function drill({ below, ...asked }: Drill): Promise<Report> {
  // Where there is none, nothing is made for it.
  const wish = { ...asked, id: asked.id ?? (await newestIn(asked.place)) }
  // The account of the database passes through.
  await mkdir(below, { recursive: true, mode: 0o711 })
  const dataDir = await makeScratch(below)
  try {
    const embedded = await startEmbedded(dataDir, FAST)
    try {
      return await restoredInto(dataDir, embedded.address, wish)
    } finally {
      await embedded.stop()
    }
  } finally {
    await removeScratch(dataDir)
  }
}

async function restoredInto(dataDir: string, address: Address, wish: Omit<Drill, 'below'>): Promise<Report> {
  const config = readConfig({ DATA_DIR: dataDir, PORT: '0', OUTSIDE: 'off', SECRET_KEY: wish.secretKey ?? '' })
  const lookup = openDatabase(address, 2)
  try {
    const blobs = await openBlobStore(config, lookup)
    try {
      const report = await restore({ ...wish, address, blobs, dataDir })
      const smoke = await tryOut(address, { config, blobs })
      return { ...report, checks: [...report.checks, smoke], isGood: report.isGood && smoke.isGood }
    } finally {
      await blobs.close()
    }
  } finally {
    await lookup.destroy()
  }
}

type Scratch = Pick<Parameters<typeof buildApp>[0], 'config' | 'blobs'>

/** Starts the product on the restored database, signs somebody in and reads a file. */
async function tryOut(address: Address, { config, blobs }: Scratch): Promise<Check> {
  const db = openDatabase(address)
  const bus = await openBus(address, db)
  const seal = openSeal(config)
  // The site's settings (a second step for all, a mail server) are not part of the test.
  await sql`delete from setting where key <> 'sealedBy'`.execute(db)
  await sql`delete from method`.execute(db)
  const fixed = { now: () => new Date(), newId, log: pino({ level: 'silent' }), isDraining: () => false }
  const { app } = await buildApp({ db, bus, blobs, config, seal, ...fixed })
  try {
    const origin = await app.listen({ port: 0, host: '127.0.0.1' })
    const file = await someFile(db)
    const email = file?.email ?? 'drill@site.invalid'
    const password = await openEmergencyAccess(db, seal, { email, newId })
    const cookie = await signIn(origin, email, password)
    if (!cookie) return { isGood: false, said: 'signing in failed' }
    return file
      ? await readOne(origin, cookie, file)
      : { isGood: true, said: 'signing in works; there is no file to read' }
  } finally {
    await app.close()
    await bus.close()
    await db.destroy()
  }
}

type SomeFile = { id: string; space_id: string; email: string; name: string; sha256: string }

/** The newest file that the owner of its space can read. */
async function someFile(db: Db): Promise<SomeFile | undefined> {
  const { rows } = await sql<SomeFile>`
    select n.id, n.space_id, p.email, n.name, encode(n.blob_sha256, 'hex') as sha256
    from node n join space s on s.id = n.space_id and s.status = 'normal' join person p on p.id = s.owner_id
    where not n.is_folder and n.trash_id is null and n.size between 1 and ${READ_BYTES}
      and n.parent_id = s.root_id order by n.id desc limit 1`.execute(db)
  return rows[0]
}

async function signIn(origin: string, emailAccounts: string, password: string): Promise<string | null> {
  const answer = await fetch(`${origin}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ emailAccounts, password }),
  })
  const cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0])
  return answer.ok && cookies.some((one) => one?.startsWith('ds_session_id=')) ? cookies.join('; ') : null
}

async function readOne(origin: string, cookie: string, { id, space_id, name, sha256 }: SomeFile): Promise<Check> {
  const answer = await fetch(`${origin}/api/files/${id}/content?spaceId=${space_id}`, { headers: { cookie } })
  const hash = createHash('sha256')
  for await (const piece of answer.body ?? []) hash.update(piece)
  const isGood = answer.ok && hash.digest('hex') === sha256
  return { isGood, said: `signing in works; reading ${name} ${isGood ? 'works' : `fails (${answer.status})`}` }
}
