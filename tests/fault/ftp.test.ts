import { createHash, randomBytes } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { freePort } from '../services/program.ts'
import { died } from '../support/crash.ts'
import { type FtpClient, ftpClient } from '../support/ftp-client.ts'
import { store } from '../support/ftp-data.ts'
import { sampled } from '../support/full.ts'
import { mortalServer } from '../support/mortal.ts'
import { ADMIN } from '../support/server.ts'
import { doctor } from './rounds.ts'

const { account, files, spaces } = contract
/** Points of the program where it dies while a file comes by FTP. */
const points = sampled(
  ['content-half', 'protocol-content', 'protocol-in-transaction', 'protocol-committed'],
  (one) => one === 'content-half' || one === 'protocol-committed',
)
const SPACE = 'faults'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

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
  const port = await freePort()
  const site = mortalServer({ FTP_PORT: String(port), FTP_PASSIVE_PORTS: '0' })
  onTestFinished(site.end)
  let running = await site.start()
  const { id: spaceId } = await running.client.data(spaces.create, {
    name: 'Faults',
    identifier: SPACE,
    type: 'private',
  })
  const { password } = await running.client.data(account.addAppPassword, { name: 'laptop', protocols: ['ftp'] })
  const answered = new Map<string, string>()
  for (const point of points) {
    site.dieAt(`${point}:4`)
    const visitor = await ftpClient(port)
    expect(await visitor.login(ADMIN.email, password)).toMatch(/^230/)
    for (const [name, hash] of await bring(visitor, point)) answered.set(name, hash)
    await died(running.server)
    running = await site.start()
  }
  const { server: last, client } = running
  expect(answered.size).toBeGreaterThan(points.length)
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
  expect(await doctor(site.dataDir)).toEqual([])
})
