import { spawn, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { openDatabase } from '#server/storage/database.ts'
import { findEmbedded } from '#server/storage/postgres/supervisor.ts'
import { Client } from '../support/client.ts'
import { endLeases } from '../support/crash.ts'
import { inFull, sampled } from '../support/full.ts'
import { ADMIN, freshDataDir, type Server, startServer } from '../support/server.ts'
import { startedDataDir } from '../support/started.ts'
import { upload } from '../support/upload.ts'
import { doctor } from './rounds.ts'

const { backups, files, spaces } = contract
/** The advisory lock of a backup. */
const BACKUP = 20261126
const script = (name: string) => fileURLToPath(new URL(`../../scripts/${name}.ts`, import.meta.url))
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

const environment = (env: Record<string, string>) => ({ ...process.env, DATABASE_URL: '', BLOB_STORE: '', ...env })

/** Runs a command of ours on an installation, as npm does. */
function command(name: string, argv: string[], env: Record<string, string>) {
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, [script(name), ...argv], {
    env: environment(env),
    encoding: 'utf8',
  })
  return { status, signal, said: stdout + stderr }
}

/** The processes that run a command which names a place. */
const commandsTo = (place: string): string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(place)
      } catch {
        // It has ended meanwhile.
        return false
      }
    })

const removed = { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }
function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'ds-backup-'))
  onTestFinished(() => rmSync(dir, removed))
  return dir
}

/** The running server that backups are made of, with files in it, and its place. */
const dataDir = startedDataDir()
const env = { DATA_DIR: dataDir }
const place = mkdtempSync(join(tmpdir(), 'ds-backup-'))
const known = new Map<string, string>()
const start = () => startServer({ dataDir, env: { BACKUP_TO: place } })
let server: Server
let client: Client
let spaceId = ''
beforeAll(async () => {
  server = await start()
  client = await new Client(server.origin).login(ADMIN.email, ADMIN.password)
  ;({ id: spaceId } = await client.data(spaces.create, { name: 'Kept', identifier: 'kept', type: 'private' }))
  for (const [i, size] of [3, 3000, 300_000, 3_000_000].entries()) {
    const bytes = randomBytes(size)
    const { hash } = await upload(client, { spaceId, name: `${i}.bin` }, bytes)
    known.set(hash, sha256(bytes))
  }
})
afterAll(async () => {
  await server?.kill()
  for (const dir of [dataDir, place]) rmSync(dir, removed)
})
const finishedIn = (dir: string) =>
  readdirSync(join(dir, 'backups')).filter((id) => readdirSync(join(dir, 'backups', id)).includes('manifest.json'))

describe('a backup of a running server', () => {
  test('a server that is killed in it takes its command along; the next server makes it, once', async () => {
    // While somebody holds the lock of backups, the command waits.
    const db = openDatabase((await findEmbedded(dataDir)) ?? '', 1)
    await sql`select pg_advisory_lock(${BACKUP})`.execute(db)
    await client.data(backups.runInstallation, { kind: 'backup' })
    await expect.poll(() => commandsTo(place)).toHaveLength(1)
    await Promise.all([server.kill(), db.destroy()])
    await expect.poll(() => commandsTo(place)).toEqual([])
    expect(existsSync(join(place, 'backups'))).toBe(false)

    await endLeases(dataDir)
    server = await start()
    const again = await new Client(server.origin).login(ADMIN.email, ADMIN.password)
    const run = async () => (await again.data(backups.installation, {})).run
    await expect.poll(async () => (await run())?.state).toBe('completed')
    expect(finishedIn(place)).toHaveLength(1)
  })

  test('a drill tells green for what can be restored, red for what can not, and leaves nothing behind, nor what a killed one left', async () => {
    const scratch = folder()
    const argv = ['--from', place, '--verify', '--scratch', scratch]
    const drill = () => command('restore', argv, env)
    const watcher = watch(scratch)
    const beginning = once(watcher, 'change')
    const killed = spawn(process.execPath, [script('restore'), ...argv], { env: environment(env), stdio: 'ignore' })
    const ended = once(killed, 'close')
    await beginning
    watcher.close()
    killed.kill('SIGKILL')
    await ended
    const running = `dataspace-drill-${hostname()}-${process.pid}-other`
    mkdirSync(join(scratch, running))
    expect(readdirSync(scratch)).toHaveLength(2)
    expect(drill()).toMatchObject({
      status: 0,
      said: expect.stringMatching(/green {2}signing in works; reading .* works/),
    })
    const shelf = readdirSync(join(place, 'contents'))[0] ?? ''
    const path = join(place, 'contents', shelf, readdirSync(join(place, 'contents', shelf))[0] ?? '')
    const bytes = readFileSync(path)
    bytes[0] = (bytes[0] ?? 0) ^ 1
    writeFileSync(path, bytes)
    expect(drill()).toMatchObject({ status: 1, said: expect.stringMatching(/RED {4}1 contents could not be restored/) })
    expect(readdirSync(scratch)).toEqual([running])
  })

  test('killed at any point it is no backup and holds nothing; the next run goes on, and what it wrote starts elsewhere', async () => {
    const to = folder()
    const points = ['backup-table:3', 'backup-tables', 'backup-content:2', 'backup-copied']
    const daily = ['backup-content:2']
    for (const point of sampled(points, (one) => daily.includes(one))) {
      expect(command('backup', ['--to', to], { ...env, FAULT: point }).signal).toBe('SIGKILL')
      expect(finishedIn(to)).toEqual([])
      expect(command('restore', ['--from', to], { DATA_DIR: folder() })).toMatchObject({
        status: 1,
        said: expect.stringContaining('holds no finished backup'),
      })
    }
    const made = command('backup', ['--to', to, '--keep', '2'], env)
    expect(made).toMatchObject({
      status: 0,
      // Two of four were copied before, or more: they are copied side by side.
      said: expect.stringMatching(/is unfinished: removed(.|\n)*4 contents, [0-2] of them new/),
    })
    expect(finishedIn(to)).toHaveLength(1)

    const there = freshDataDir()
    onTestFinished(() => rmSync(there, removed))
    const restored = command('restore', ['--from', to], { DATA_DIR: there })
    expect(restored.said).not.toContain('RED')
    expect(restored.status).toBe(0)
    const elsewhere = await startServer({ dataDir: there })
    onTestFinished(elsewhere.kill)
    const visitor = await new Client(elsewhere.origin).login(ADMIN.email, ADMIN.password)
    for (const [hash, expected] of known) {
      const response = await visitor.fetch(`/api/files/${hash}/content?spaceId=${spaceId}`)
      expect(sha256(new Uint8Array(await response.arrayBuffer()))).toBe(expected)
    }
    expect(await visitor.data(files.show, { spaceId, hash: 'root' })).toMatchObject({ items: known.size })
    await elsewhere.kill()
    expect(await doctor(there)).toEqual([])
  })

  test.skipIf(process.getuid?.() !== 0)(
    'a full disk ends it with that word and no backup; with room it goes on',
    inFull,
    async () => {
      const small = folder()
      const disk = (...argv: string[]) => expect(spawnSync(argv[0] ?? '', argv.slice(1)).status).toBe(0)
      disk('mount', '-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', small)
      onTestFinished(() => disk('umount', small))
      const to = join(small, 'to')
      mkdirSync(to)
      expect(command('backup', ['--to', to], env)).toMatchObject({ status: 1, said: expect.stringContaining('ENOSPC') })
      expect(finishedIn(to)).toEqual([])
      disk('mount', '-o', 'remount,size=16m', small)
      expect(command('backup', ['--to', to], env)).toMatchObject({ status: 0 })
      expect(command('restore', ['--from', to, '--verify'], env)).toMatchObject({ status: 0 })
    },
  )
})
