import { createHash, randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { CHUNK_BYTES } from '#contract/core/limits.ts'
import { contract } from '#contract/index.ts'
import { Client } from '../support/client.ts'
import { died } from '../support/crash.ts'
import { ADMIN, type Server, startServer } from '../support/server.ts'
import { startedDataDir } from '../support/started.ts'
import { tokenOf } from '../support/token.ts'
import { doctor } from './rounds.ts'

const signedIn = ({ origin }: Server) => new Client(origin).login(ADMIN.email, ADMIN.password)

test('a server that dies in the middle of a piece by tus tells afterwards how much is there, and the rest makes the file', async () => {
  const dataDir = startedDataDir()
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }))
  const first = await startServer({ dataDir, env: { FAULT: 'chunk-written:3' } })
  const client = await signedIn(first)
  const { id: spaceId } = await client.data(contract.spaces.create, { name: 'Tus', identifier: 'tus', type: 'private' })
  const common = { authorization: `Bearer ${await tokenOf(client)}`, 'tus-resumable': '1.0.0' }
  const metadata = `spaceId ${btoa(spaceId)},filename ${btoa('a.bin')}`
  const bytes = randomBytes(4 * CHUNK_BYTES + 9)
  const begun = await fetch(`${first.origin}/tus/`, {
    method: 'POST',
    headers: { ...common, 'upload-length': String(bytes.length), 'upload-metadata': metadata },
  })
  const path = begun.headers.get('location') ?? ''
  const send = (origin: string, offset: number) =>
    fetch(origin + path, {
      method: 'PATCH',
      headers: { ...common, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
      body: new Uint8Array(bytes.subarray(offset)),
    })
  await expect(send(first.origin, 0)).rejects.toThrow()
  await died(first)

  const second = await startServer({ dataDir })
  const asked = await fetch(second.origin + path, { method: 'HEAD', headers: common })
  // The third chunk was written, and not noted yet.
  expect(asked.headers.get('upload-offset')).toBe(String(2 * CHUNK_BYTES))
  expect((await send(second.origin, 2 * CHUNK_BYTES)).status).toBe(204)
  const { list } = await (await signedIn(second)).data(contract.files.list, { spaceId })
  expect(list).toMatchObject([{ name: 'a.bin', sha256: createHash('sha256').update(bytes).digest('hex') }])
  await second.kill()
  expect(await doctor(dataDir)).toEqual([])
})
