import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { readConfig } from '#server/config.ts'
import { examine } from '#server/doctor/index.ts'
import { openBlobStore } from '#server/storage/blobs/index.ts'
import { openDatabase } from '#server/storage/database.ts'
import { findEmbedded } from '#server/storage/postgres/supervisor.ts'
import { hasProgram, runProgram } from '../services/program.ts'
import { Client } from '../support/client.ts'
import { ADMIN, type Server, startServer } from '../support/server.ts'
import { startedDataDir } from '../support/started.ts'
import { upload } from '../support/upload.ts'

const { files, spaces } = contract
const MIB = 1_048_576
/** Small disks are mounted, and calls of a running server slowed down, by root alone. */
const isRoot = process.getuid?.() === 0
const STRACE = '/usr/bin/strace'

/** From now on each time that this process puts bytes on disk for good takes so long. */
async function slowDown(pid: number, ms: number): Promise<ChildProcess> {
  const calls = 'fsync,fdatasync'
  const argv = ['-f', '-p', String(pid), '-e', `trace=${calls}`, '-e', `inject=${calls}:delay_enter=${ms * 1000}`]
  const tracer = spawn(STRACE, argv, { stdio: ['ignore', 'ignore', 'pipe'] })
  onTestFinished(() => void tracer.kill('SIGKILL'))
  // It says that it is attached.
  await once(tracer.stderr, 'data')
  return tracer
}

describe.skipIf(!isRoot)('a disk of 24 MiB', () => {
  let disk: string
  let server: Server
  let client: Client
  let spaceId: string
  const dataDir = startedDataDir()
  beforeAll(async () => {
    disk = mkdtempSync(join(tmpdir(), 'ds-disk-'))
    runProgram('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', disk])
    server = await startServer({ dataDir, env: { BLOB_STORE: disk } })
    client = await new Client(server.origin).login(ADMIN.email, ADMIN.password)
    ;({ id: spaceId } = await client.data(spaces.create, { name: 'Disk', identifier: 'diskspace', type: 'private' }))
  })
  afterAll(async () => {
    await server?.kill()
    runProgram('umount', ['--lazy', disk])
    for (const folder of [disk, dataDir])
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  })
  const contentOf = async (hash: string) =>
    Buffer.from(await (await client.fetch(`/api/files/${hash}/content?spaceId=${spaceId}`)).arrayBuffer())
  /** What the doctor finds while the server runs. */
  async function findings(): Promise<string[]> {
    const db = openDatabase((await findEmbedded(dataDir)) ?? '', 1)
    const blobs = await openBlobStore(readConfig({ DATA_DIR: dataDir, BLOB_STORE: disk }), db)
    const { lines, isHealthy } = await examine(db, blobs, { repair: false, deep: true })
    await blobs.close()
    await db.destroy()
    return isHealthy ? [] : lines
  }

  test('that is full refuses uploads by that name, lets everybody read, and needs nothing but room to go on', async () => {
    const first = Buffer.alloc(4 * MIB, 'a')
    const { hash } = await upload(client, { spaceId, name: 'a.bin' }, first)
    const filler = join(disk, 'filler')
    writeFileSync(filler, Buffer.alloc(17 * MIB))
    const more = Buffer.alloc(8 * MIB, 'b')
    await expect(upload(client, { spaceId, name: 'b.bin' }, more)).rejects.toThrow(/diskFull/)
    expect((await contentOf(hash)).equals(first)).toBe(true)
    expect((await client.data(files.list, { spaceId })).list.map(({ name }) => name)).toEqual(['a.bin'])

    rmSync(filler)
    const second = await upload(client, { spaceId, name: 'b.bin' }, more)
    expect((await contentOf(second.hash)).equals(more)).toBe(true)
    expect(await client.data(files.show, { spaceId, hash: 'root' })).toMatchObject({ items: 2, size: 12 * MIB })
    expect(await findings()).toEqual([])
  })

  test.skipIf(!existsSync(STRACE) || !hasProgram(STRACE))(
    'that is slow keeps those waiting who bring something, and nobody else',
    async () => {
      const SLOW_MS = 3000
      const known = Buffer.from('known')
      const { hash } = await upload(client, { spaceId, name: 'known.txt' }, known)
      await slowDown(server.process.pid ?? 0, SLOW_MS)
      const begun = performance.now()
      let isDone = false
      const bringing = upload(client, { spaceId, name: 'slow.bin' }, Buffer.alloc(3 * MIB, 'c')).finally(() => {
        isDone = true
      })
      for (let asked = 0; asked < 10; asked += 1) {
        expect((await client.data(files.list, { spaceId })).list.length).toBeGreaterThan(0)
        expect((await contentOf(hash)).equals(known)).toBe(true)
      }
      expect(isDone).toBe(false)
      const { name } = await bringing
      expect(name).toBe('slow.bin')
      expect(performance.now() - begun).toBeGreaterThan(SLOW_MS)
    },
  )
})
