import { createHash, randomBytes } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { CHUNK_BYTES } from '#contract/core/limits.ts'
import { contract } from '#contract/index.ts'
import { freePort } from '../services/program.ts'
import { Client } from '../support/client.ts'
import { died } from '../support/crash.ts'
import { packClient, runClient, tempDir } from '../support/dataspace.ts'
import { isFull } from '../support/full.ts'
import { ADMIN, startServer } from '../support/server.ts'
import { startedDataDir } from '../support/started.ts'
import { tokenOf } from '../support/token.ts'
import { doctor } from './rounds.ts'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function spaceAt(origin: string) {
  const client = await new Client(origin).login(ADMIN.email, ADMIN.password)
  const { id } = await client.data(contract.spaces.create, { name: 'Cut', identifier: 'cut', type: 'private' })
  return { id, token: await tokenOf(client) }
}

test.each(
  isFull
    ? ['chunk-written:3', 'merge-sealed:1', 'merge-in-transaction:1', 'merge-committed:1']
    : ['chunk-written:3', 'merge-committed:1'],
)(
  'a server that dies at %s and comes back finds the command-line client waiting, and gets the file once',
  async (point) => {
    const packed = packClient()
    const dataDir = startedDataDir()
    onTestFinished(() => {
      packed.remove()
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
    })
    const env = { PORT: String(await freePort()) }
    const first = await startServer({ dataDir, env: { ...env, FAULT: point } })
    const { id: spaceId, token } = await spaceAt(first.origin)
    const dir = tempDir()
    const bytes = randomBytes(5 * CHUNK_BYTES + 1)
    writeFileSync(join(dir, 'a.bin'), bytes)
    const sending = runClient(
      [process.execPath, packed.program, 'upload', 'a.bin', 'cut', '--json', '--parallel', '2'],
      {
        env: { DATASPACE_URL: first.origin, DATASPACE_TOKEN: token, LANG: 'en' },
        cwd: dir,
      },
    )
    await died(first)
    const second = await startServer({ dataDir, env })
    const { code, stderr, lines } = await sending
    expect(stderr).toContain('trying again')
    expect(lines[0]).toMatchObject({ path: 'a.bin', state: 'sent', sha256: sha256(bytes) })
    expect(code).toBe(0)
    const client = await new Client(second.origin).login(ADMIN.email, ADMIN.password)
    const { list } = await client.data(contract.files.list, { spaceId })
    expect(list.map(({ name, version, sha256 }) => ({ name, version, sha256 }))).toEqual([
      { name: 'a.bin', version: 1, sha256: sha256(bytes) },
    ])
    await second.kill()
    expect(await doctor(dataDir)).toEqual([])
  },
)
