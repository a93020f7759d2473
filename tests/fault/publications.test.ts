import { expect, onTestFinished, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { Client } from '../support/client.ts'
import { died, endLeases } from '../support/crash.ts'
import { COMPLETE } from '../support/publication.ts'
import { ADMIN, freshDataDir, startServer } from '../support/server.ts'
import { upload } from '../support/upload.ts'

const { publications, spaces, tables } = contract

test('a server that is killed in a submission leaves the draft, and one that is killed while a table is written goes on with it', {
  timeout: 240_000,
}, async () => {
  const dataDir = freshDataDir()
  const connect = async (FAULT: string) => {
    const server = await startServer({ dataDir, env: { FAULT } })
    const admin = await new Client(server.origin).login(ADMIN.email, ADMIN.password)
    return { server, admin }
  }
  const first = await connect('publication-submitting')
  const { id: spaceId } = await first.admin.data(spaces.create, { name: 'Lake', identifier: 'lake1', type: 'private' })
  const { hash } = await upload(first.admin, { spaceId, name: 'a.csv' }, Buffer.from('a\n1\n'))
  const { id: table } = await first.admin.data(tables.create, {
    spaceId,
    name: 'Casts',
    columns: [{ name: 'A', type: 'text' }],
  })
  const { id } = await first.admin.data(publications.create, {
    spaceId,
    fields: { ...COMPLETE, files: [hash], tables: [table] },
  })
  await expect(first.admin.call(publications.submit, { id })).rejects.toThrow()
  await died(first.server)

  const second = await connect('publication-table-written')
  expect(await second.admin.data(publications.show, { id })).toMatchObject({ state: 'draft', fileCount: 0 })
  await second.admin.data(publications.submit, { id })
  await died(second.server)
  await endLeases(dataDir)

  const third = await connect('')
  onTestFinished(third.server.kill)
  await expect
    .poll(async () => (await third.admin.data(publications.show, { id })).transfer, { timeout: 60_000 })
    .toBe('success')
  expect((await third.admin.data(publications.files, { id })).list.map(({ path }) => path)).toEqual([
    'a.csv',
    'tables/Casts.csv',
  ])
})
