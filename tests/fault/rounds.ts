import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { contract } from '#contract/index.ts'
import { examine } from '#server/doctor/index.ts'
import { openBlobStore } from '#server/storage/blobs/index.ts'
import { openDatabase } from '#server/storage/database.ts'
import { startEmbedded } from '#server/storage/postgres/supervisor.ts'
import type { Client } from '../support/client.ts'
import { sampled } from '../support/full.ts'
import { mortalServer } from '../support/mortal.ts'
import { sendPack, upload } from '../support/upload.ts'

const { files, spaces, trash } = contract
/** Points of an upload where the program may be told to die. */
export const points = [
  'chunk-written',
  'merge-sealed',
  'merge-published',
  'merge-in-transaction',
  'merge-committed',
] as const

const daily: readonly string[] = ['chunk-written', 'merge-in-transaction', 'merge-committed', 'pack-in-transaction']
const named = sampled([...points, 'pack-stored', 'pack-in-transaction', 'pack-committed'], (one) => daily.includes(one))

type Known = { name: string; sha256: string; isDeleted: boolean }
export type Report = { kills: number; acknowledged: number; lost: string[]; findings: string[] }

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Works until the server dies; what was acknowledged is noted, the one call under way may have happened or not. */
async function work(client: Client, spaceId: string, known: Map<string, Known>, label: string): Promise<void> {
  for (let i = 0; ; i += 1) {
    const bytes = randomBytes(i % 3 === 2 ? 5_000_000 : 3000)
    const file = await upload(client, { spaceId, name: `${label}-${i}.bin` }, bytes)
    known.set(file.hash, { name: file.name, sha256: sha256(bytes), isDeleted: false })
    if (i % 3 === 0) await workWithPack(client, spaceId, known, `${label}-${i}`)
    if (i % 2) {
      const name = `${label}-${i}-renamed.bin`
      known.delete(file.hash)
      const renamed = await client.data(files.rename, { spaceId, hash: file.hash, name })
      known.set(file.hash, { name: renamed.name, sha256: sha256(bytes), isDeleted: false })
    }
    if (i % 4 === 3) {
      known.delete(file.hash)
      await client.data(files.remove, { spaceId, hashList: [file.hash] })
      known.set(file.hash, { name: file.name, sha256: sha256(bytes), isDeleted: true })
    }
  }
}

/** Sends small files together; all of them are noted when the answer has come. */
async function workWithPack(client: Client, spaceId: string, known: Map<string, Known>, label: string): Promise<void> {
  const listed = Array.from({ length: 12 }, (_, at) => ({ name: `${label}-${at}.txt`, bytes: randomBytes(100 * at) }))
  const { data } = (await (await sendPack(client, spaceId, listed)).json()) as { data: { file: { hash: string } }[] }
  for (const [at, { name, bytes }] of listed.entries())
    known.set(data[at]?.file.hash ?? '', { name, sha256: sha256(bytes), isDeleted: false })
}

async function lostOf(client: Client, spaceId: string, known: Map<string, Known>): Promise<string[]> {
  const lost: string[] = []
  const { list } = await client.data(trash.list, { spaceId, size: 1000 })
  const trashed = new Set(list.map((item) => item.hash))
  for (const [hash, { name, sha256: expected, isDeleted }] of known) {
    if (isDeleted) {
      if (!trashed.has(hash)) lost.push(`${name} is not in the trash`)
      continue
    }
    const response = await client.fetch(`/api/files/${hash}/content?spaceId=${spaceId}`)
    if (!response.ok || sha256(new Uint8Array(await response.arrayBuffer())) !== expected)
      lost.push(`${name} is not what was sent`)
    const shown = await client.data(files.show, { spaceId, hash })
    if (shown.name !== name) lost.push(`${name} is called ${shown.name}`)
  }
  return lost
}

/** Kills the server `rounds` times in the middle of work, at named points and at times that `draw` picks, and looks after each. */
export async function runRounds(rounds: number, draw: (below: number) => number): Promise<Report> {
  const site = mortalServer()
  const report: Report = { kills: 0, acknowledged: 0, lost: [], findings: [] }
  const pointOf = (round: number) => named[round % (named.length * 2)]
  const startFor = (round: number) => {
    const point = pointOf(round)
    return site.start(point && `${point}:${1 + draw(4)}`)
  }
  let { server, client } = await startFor(0)
  const { id: spaceId } = await client.data(spaces.create, { name: 'Faults', identifier: 'faults', type: 'private' })
  for (let round = 0; round < rounds; round += 1) {
    const known = new Map<string, Known>()
    const timer = pointOf(round) ? undefined : setTimeout(() => void server.kill(), 30 + draw(400))
    const backstop = setTimeout(() => void server.kill(), 5000)
    await work(client, spaceId, known, `r${round}`).catch(() => undefined)
    clearTimeout(timer)
    clearTimeout(backstop)
    await server.kill()
    report.kills += 1
    ;({ server, client } = await startFor(round + 1))
    report.lost.push(...(await lostOf(client, spaceId, known)))
    report.acknowledged += known.size
  }
  await server.kill()
  report.findings = await doctor(site.dataDir)
  await site.end()
  return report
}

/** What the doctor finds in a folder that no server works on. */
export async function doctor(dataDir: string): Promise<string[]> {
  const embedded = await startEmbedded(dataDir)
  const db = openDatabase(embedded.address)
  const blobs = await openBlobStore({ blobDir: join(dataDir, 'files'), s3: null }, db)
  const { lines, isHealthy } = await examine(db, blobs, { repair: false, deep: true })
  await blobs.close()
  await db.destroy()
  await embedded.stop()
  return isHealthy ? [] : lines
}
