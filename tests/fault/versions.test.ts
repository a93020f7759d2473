import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { readConfig } from '#server/config.ts'
import { examine } from '#server/doctor/index.ts'
import { openBlobStore } from '#server/storage/blobs/index.ts'
import { openDatabase } from '#server/storage/database.ts'
import { startEmbedded } from '#server/storage/postgres/supervisor.ts'
import { Client } from '../support/client.ts'
import { died, endLeases } from '../support/crash.ts'
import { sampled } from '../support/full.ts'
import { ADMIN, startServer } from '../support/server.ts'
import { startedDataDir } from '../support/started.ts'
import { upload } from '../support/upload.ts'

const { versions, files, messages, spaces, tasks } = contract
const thinner = fileURLToPath(new URL('./thin-node.ts', import.meta.url))
/** Every one of them kills the server once, in this order. */
const POINTS = sampled(
  ['task-planned', 'restore-in-transaction:1', 'restore-batch:1', 'restore-in-transaction:2', 'task-ending'],
  (one) => one === 'restore-in-transaction:1' || one === 'restore-batch:1',
)

/** Has all older versions thinned out by a node that dies at a point, and by one that does not; answers what each left. */
async function thinOut(dataDir: string): Promise<{ left: number; isHealthy: boolean }[]> {
  const embedded = await startEmbedded(dataDir)
  const { host: folder, user, password, database } = embedded.address
  const url = `postgres://${user}:${password}@localhost/${database}?host=${encodeURIComponent(folder)}`
  const known = { DATA_DIR: dataDir, DATABASE_URL: url, ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password }
  const db = openDatabase(url)
  const blobs = await openBlobStore(readConfig(known), db)
  await sql`update file_version set created_at = created_at - interval '9 days', until = until - interval '9 days'`.execute(
    db,
  )
  const outcomes = []
  for (const FAULT of ['thin-batch', '']) {
    const env = { ...process.env, ...known, FAULT }
    await once(spawn(process.execPath, [thinner], { env, stdio: ['ignore', 'ignore', 2] }), 'exit')
    const { rows } = await sql<{ left: number }>`select count(*) as left from file_version`.execute(db)
    const { isHealthy } = await examine(db, blobs, { repair: false, deep: true })
    outcomes.push({ left: rows[0]?.left ?? 0, isHealthy })
  }
  await blobs.close()
  await db.destroy()
  await embedded.stop()
  return outcomes
}

test('a space whose server is killed again and again while it goes back is brought back whole, each file once', async () => {
  const dataDir = startedDataDir()
  const connect = async (FAULT: string) => {
    const server = await startServer({ dataDir, env: { FAULT } })
    return { server, client: await new Client(server.origin).login(ADMIN.email, ADMIN.password) }
  }
  const first = await connect(POINTS[0] ?? '')
  const { client } = first
  const draft = { name: 'Back', identifier: 'back', type: 'private' } as const
  const { id: spaceId } = await client.data(spaces.create, draft)
  const folder = await client.data(files.create, { spaceId, path: 'a' })
  const inner = await client.data(files.create, { spaceId, path: 'a/b' })
  const put = async (name: string, text: string) =>
    (await upload(client, { spaceId, hash: inner, name, conflict: 'replace' }, Buffer.from(text))).hash
  const names = ['1.txt', '2.txt', '3.txt']
  const hashes: string[] = []
  for (const name of names) hashes.push(await put(name, `old ${name}`))
  const at = new Date().toISOString()
  for (const name of names) await put(name, `new ${name}`)
  await client.data(files.rename, { spaceId, hash: inner, name: 'c' })
  await client.data(files.remove, { spaceId, hashList: [folder] })
  const { id } = await client.data(versions.restoreAll, { spaceId, at })
  await died(first.server)

  for (const FAULT of POINTS.slice(1)) {
    await endLeases(dataDir)
    // It takes the task up, and dies of it, as soon as it stands.
    await died(await startServer({ dataDir, env: { FAULT } }))
  }
  await endLeases(dataDir)
  const last = await connect('')
  const state = async () => (await last.client.data(tasks.show, { id })).state
  await expect.poll(state).toBe('completed')
  for (const [i, hash] of hashes.entries()) {
    const record = await last.client.data(files.show, { spaceId, hash })
    expect(record).toMatchObject({ path: `/a/b/${names[i]}`, version: 3 })
    expect(await (await last.client.send(files.content, { spaceId, hash })).text()).toBe(`old ${names[i]}`)
  }
  const doneMessages = (await last.client.data(messages.list, {})).list.filter(({ kind }) => kind === 'taskDone')
  expect(doneMessages).toHaveLength(1)
  expect((await last.client.data(versions.rule, { spaceId })).bytes).toBe(6 * 'old 1.txt'.length)
  await last.server.kill()

  expect(await thinOut(dataDir)).toEqual([
    { left: 6, isHealthy: true },
    { left: 3, isHealthy: true },
  ])
})
