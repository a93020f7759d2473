import { createHash, randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { CHUNK_BYTES } from '#contract/core/limits.ts'
import { contract } from '#contract/index.ts'
import { freePort } from '../services/program.ts'
import { died } from '../support/crash.ts'
import { packClient, runClient, tempDir } from '../support/dataspace.ts'
import { sampled } from '../support/full.ts'
import { mortalServer } from '../support/mortal.ts'
import { tokenOf } from '../support/token.ts'
import { doctor } from './rounds.ts'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

const POINTS = ['chunk-written:3', 'merge-sealed:1', 'merge-in-transaction:1', 'merge-committed:1']

test('a server that dies and comes back finds the command-line client waiting, and gets the file once', async () => {
  const packed = packClient()
  const site = mortalServer({ PORT: String(await freePort()) })
  onTestFinished(async () => {
    packed.remove()
    await site.end()
  })
  let { server, client } = await site.start()
  const { id: spaceId } = await client.data(contract.spaces.create, { name: 'Cut', identifier: 'cut', type: 'private' })
  const env = { DATASPACE_URL: server.origin, DATASPACE_TOKEN: await tokenOf(client), LANG: 'en' }
  const [dir, known] = [tempDir(), new Map<string, string>()]
  for (const [round, point] of sampled(POINTS, (one) => /chunk|committed/.test(one)).entries()) {
    const name = `${round}.bin`
    const bytes = randomBytes(5 * CHUNK_BYTES + 1)
    writeFileSync(join(dir, name), bytes)
    known.set(name, sha256(bytes))
    site.dieAt(point)
    const sending = runClient([process.execPath, packed.program, 'upload', name, 'cut', '--json', '--parallel', '2'], {
      env,
      cwd: dir,
    })
    await died(server)
    ;({ server, client } = await site.start())
    const { code, stderr, lines } = await sending
    expect(stderr, point).toContain('trying again')
    expect(lines[0], point).toMatchObject({ path: name, state: 'sent', sha256: sha256(bytes) })
    expect(code, point).toBe(0)
  }
  const { list } = await client.data(contract.files.list, { spaceId })
  const found = list.map(({ name, version, sha256: hash }) => ({ name, version, hash }))
  expect(found.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual(
    [...known].map(([name, hash]) => ({ name, version: 1, hash })),
  )
  await server.kill()
  expect(await doctor(site.dataDir)).toEqual([])
})
