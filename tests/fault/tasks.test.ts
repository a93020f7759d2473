import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { examine } from '#server/doctor/index.ts'
import { ensureAdministrator } from '#server/setup.ts'
import { openBlobStore } from '#server/storage/blobs/index.ts'
import { openBus } from '#server/storage/bus.ts'
import { openDatabase } from '#server/storage/database.ts'
import { newId } from '#server/storage/id.ts'
import { migrate } from '#server/storage/migrate.ts'
import { startEmbedded } from '#server/storage/postgres/supervisor.ts'
import { openSeal } from '#server/storage/seal.ts'
import { TASK_LEASE_MS } from '../../server/modules/tasks/working.ts'
import { Client } from '../support/client.ts'
import { copyWork } from '../support/copy-work.ts'
import { sampled } from '../support/full.ts'
import { ADMIN } from '../support/server.ts'
import { startedDataDir } from '../support/started.ts'
import { upload } from '../support/upload.ts'

const { files, messages, spaces, tasks } = contract
const program = fileURLToPath(new URL('./task-node.ts', import.meta.url))
const NAMES = ['a.txt', 'b.txt', 'c.txt']

/** A site where tasks are begun and none is done, and nodes that do them; each later one finds every earlier lease run out. */
async function buildSite() {
  const dataDir = startedDataDir()
  const embedded = await startEmbedded(dataDir)
  const { host, user, password, database } = embedded.address
  const url = `postgres://${user}:${password}@localhost/${database}?host=${encodeURIComponent(host)}`
  const config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: url,
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
  })
  const db = openDatabase(url)
  await migrate(db)
  await ensureAdministrator(db, config, newId)
  const bus = await openBus(url, db)
  const blobs = await openBlobStore(config, db)
  const { app, services } = await buildApp({
    db,
    bus,
    blobs,
    config,
    newId,
    log: pino({ level: 'silent' }),
    seal: openSeal(config),
    now: () => new Date(),
    isDraining: () => false,
  })
  services.tasks.register(copyWork({ db, files: services.files }))
  const client = await new Client(await app.listen({ port: 0, host: '127.0.0.1' })).login(ADMIN.email, ADMIN.password)
  const { id: spaceId } = await client.data(spaces.create, { name: 'Tasks', identifier: 'taskspace', type: 'private' })
  const hashes: string[] = []
  for (const name of NAMES) hashes.push((await upload(client, { spaceId, name }, Buffer.from(name))).hash)

  const children: ChildProcess[] = []
  let aheadMs = 0
  const order = join(dataDir, 'fault')
  /** Has the node that runs, or that is started next, die at a point. */
  const dieAt = (point: string) => writeFileSync(order, point)
  dieAt('')
  function startNode(env: Record<string, string> = {}): ChildProcess {
    aheadMs += TASK_LEASE_MS * 2
    const known = { DATABASE_URL: url, DATA_DIR: dataDir, AHEAD_MS: String(aheadMs), COPIES: '1', FAULT: order, ...env }
    const child = spawn(process.execPath, [program], {
      env: { ...process.env, ...known },
      stdio: ['ignore', 'pipe', 2],
    })
    children.push(child)
    return child
  }
  onTestFinished(async () => {
    for (const child of children) child.kill('SIGKILL')
    await app.close()
    await bus.close()
    await blobs.close()
    await db.destroy()
    await embedded.stop()
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  })

  async function begin() {
    const folder = await client.data(files.create, { spaceId, path: `target ${newId()}` })
    const person = await db.selectFrom('person').selectAll().executeTakeFirstOrThrow()
    const call = {
      token: '',
      sessionId: null,
      channel: 'web',
      scope: null,
      isConfirmed: false,
      mustSetUp: false,
    } as const
    const { id } = await services.tasks.begin(null, {
      kind: 'archive',
      spaceId,
      folderId: folder,
      title: 'x',
      options: { hashes, conflict: 'keepBoth' },
      reserveBytes: 15,
      actor: { ...person, ...call },
      secret: 'sealed',
    })
    return { id, folder }
  }
  /** What came of it, and of the whole. */
  async function report({ id, folder }: { id: string; folder: string }) {
    const { state, itemsDone } = await client.data(tasks.show, { id })
    const usage = await db.selectFrom('space_usage').select('reserved_bytes').executeTakeFirstOrThrow()
    const { isHealthy, lines } = await examine(db, blobs, { repair: false, deep: true })
    return {
      state,
      itemsDone,
      reserved: usage.reserved_bytes,
      findings: isHealthy ? [] : lines,
      names: (await client.data(files.list, { spaceId, hash: folder })).list.map(({ name }) => name),
      messageCount: (await client.data(messages.list, {})).list.length,
    }
  }
  const ended = (id: string) => expect.poll(async () => (await client.data(tasks.show, { id })).state).toBe('completed')
  return { dieAt, startNode, begin, report, ended }
}
const whole = { state: 'completed', itemsDone: 3, reserved: 0, findings: [], names: NAMES }

/** Resolves when the node says so. */
async function says(child: ChildProcess, words: string): Promise<void> {
  let said = ''
  for (;;) {
    const [piece] = (await once(child.stdout as NodeJS.EventEmitter, 'data')) as [Buffer]
    said += piece.toString()
    if (said.includes(words)) return
  }
}

describe('a task', () => {
  test('whose node is killed anywhere is brought to its end by the next: each file once, ordered once, nothing reserved', async () => {
    const site = await buildSite()
    const points = [
      ...['task-planned-half', 'task-planned', 'copy-in-transaction', 'copy-committed', 'task-ending', 'task-ended'],
      ...['copy-in-transaction:2', 'copy-committed:3'],
    ]
    const daily = ['task-planned-half', 'copy-committed', 'task-ended']
    // The node that ends what one has left is the one that dies in the next.
    let node = site.startNode()
    for (const [round, point] of sampled(points, (one) => daily.includes(one)).entries()) {
      site.dieAt(point)
      const begun = await site.begin()
      const [, signal] = (await once(node, 'exit')) as [null, string]
      expect(signal).toBe('SIGKILL')
      site.dieAt('')
      node = site.startNode()
      await site.ended(begun.id)
      expect({ point, ...(await site.report(begun)) }).toEqual({ point, ...whole, messageCount: round + 1 })
    }
  })

  test('whose node stands still is taken over, and when that one wakes it writes nothing more', async () => {
    const site = await buildSite()
    const begun = await site.begin()
    const frozen = site.startNode({ FREEZE: 'b.txt' })
    await says(frozen, 'frozen')
    site.startNode()
    await site.ended(begun.id)
    frozen.kill('SIGCONT')
    await says(frozen, 'task left')
    expect(await site.report(begun)).toEqual({ ...whole, messageCount: 1 })
  })
})
