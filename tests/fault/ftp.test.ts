import { createHash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { freePort } from '../services/program.ts'
import { Client } from '../support/client.ts'
import { died } from '../support/crash.ts'
import { type FtpClient, ftpClient } from '../support/ftp-client.ts'
import { store } from '../support/ftp-data.ts'
import { ADMIN, type Server, startServer } from '../support/server.ts'
import { startedDataDir } from '../support/started.ts'
import { doctor } from './rounds.ts'

const { account, files, spaces } = contract
/** Points of the program where it dies while a file comes by FTP. */
const points = ['content-half', 'protocol-content', 'protocol-in-transaction', 'protocol-committed']
const SPACE = 'faults'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const connect = (server: Server) => new Client(server.origin).login(ADMIN.email, ADMIN.password)

/** Brings files until the server dies; answers what it said that it has. */
async function bring(client: FtpClient, label: string): Promise<Map<string, string>> {
  const answered = new Map<string, string>()
  for (let i = 0; ; i += 1) {
    const bytes = randomBytes(200_000)
    const name = `${label}-${i}.bin`
    const reply = await store(client, `STOR /${SPACE}/${name}`, bytes).catch(() => '')
    if (!reply.startsWith('226')) return answered
    answered.set(name, sha256(bytes))
  }
}

test('a server that is killed while files come by FTP has every one that it said it has, and no half one', async () => {
  const dataDir = startedDataDir()
  const port = await freePort()
  const env = { FTP_PORT: String(port), FTP_PASSIVE_PORTS: '0' }
  const first = await startServer({ dataDir, env })
  const admin = await connect(first)
  const { id: spaceId } = await admin.data(spaces.create, { name: 'Faults', identifier: SPACE, type: 'private' })
  const { password } = await admin.data(account.addAppPassword, { name: 'laptop', protocols: ['ftp'] })
  await first.kill()
  const answered = new Map<string, string>()
  for (const point of points) {
    const server = await startServer({ dataDir, env: { ...env, FAULT: `${point}:4` } })
    const client = await ftpClient(port)
    expect(await client.login(ADMIN.email, password)).toMatch(/^230/)
    for (const [name, hash] of await bring(client, point)) answered.set(name, hash)
    await died(server)
  }
  expect(answered.size).toBeGreaterThan(points.length)
  const last = await startServer({ dataDir, env })
  const client = await connect(last)
  const { list } = await client.data(files.list, { spaceId, size: 1000 })
  const found = new Map<string, string>()
  for (const { hash, name } of list) {
    const response = await client.fetch(`/api/files/${hash}/content?spaceId=${spaceId}`)
    found.set(name, sha256(new Uint8Array(await response.arrayBuffer())))
  }
  for (const [name, hash] of answered) expect([name, found.get(name)]).toEqual([name, hash])
  // The one that was under way when the server died after its commit may be there too, and nothing else.
  expect(list.length - answered.size).toBeLessThanOrEqual(points.length)
  expect(list.every(({ size }) => size === 200_000)).toBe(true)
  await last.kill()
  expect(await doctor(dataDir)).toEqual([])
})
