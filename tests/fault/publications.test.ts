import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { openDatabase } from '#server/storage/database.ts'
import { startEmbedded } from '#server/storage/postgres/supervisor.ts'
import { PASSWORD, PREFIX, REPOSITORY, startDatacite } from '../services/datacite.ts'
import { Client } from '../support/client.ts'
import { died, endLeases } from '../support/crash.ts'
import { COMPLETE } from '../support/publication.ts'
import { ADMIN, startServer } from '../support/server.ts'
import { startedDataDir } from '../support/started.ts'
import { upload } from '../support/upload.ts'
import type { World } from '../support/world.ts'

const { publications, spaces, tables } = contract

test('a server that is killed in a submission leaves the draft, and one that is killed while a table is written goes on with it', async () => {
  const dataDir = startedDataDir()
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
  await expect.poll(async () => (await third.admin.data(publications.show, { id })).transfer).toBe('success')
  expect((await third.admin.data(publications.files, { id })).list.map(({ path }) => path)).toEqual([
    'a.csv',
    'tables/Casts.csv',
  ])
})

const REVIEWER = 'rita@lab.test'
/** A second administrator with the password of the first one: nobody reviews their own. */
async function addReviewer(dataDir: string): Promise<void> {
  const embedded = await startEmbedded(dataDir)
  const db = openDatabase(embedded.address)
  const other = { id: crypto.randomUUID(), email: REVIEWER }
  await sql`insert into person select (jsonb_populate_record(p, ${JSON.stringify(other)}::jsonb)).*
    from person p where email = ${ADMIN.email}`.execute(db)
  await db.destroy()
  await embedded.stop()
}

test('a server that is killed while it publishes or withdraws has done neither, and does both afterwards', async () => {
  const dataDir = startedDataDir()
  const connect = async (FAULT: string) => {
    const server = await startServer({ dataDir, env: { FAULT } })
    const admin = await new Client(server.origin).login(ADMIN.email, ADMIN.password)
    return { server, admin }
  }
  const first = await connect('')
  const { id: spaceId } = await first.admin.data(spaces.create, { name: 'Lake', identifier: 'lake1', type: 'public' })
  const { hash } = await upload(first.admin, { spaceId, name: 'a.csv' }, Buffer.from('a\n1\n'))
  const { id } = await first.admin.data(publications.create, { spaceId, fields: { ...COMPLETE, files: [hash] } })
  await first.admin.data(publications.submit, { id })
  await first.server.kill()
  await addReviewer(dataDir)

  const asReviewer = (origin: string) => new Client(origin).login(REVIEWER, ADMIN.password)
  const second = await connect('publication-deciding')
  await expect((await asReviewer(second.server.origin)).call(publications.approve, { id })).rejects.toThrow()
  await died(second.server)

  const third = await connect('')
  const { datasetId, ...pending } = await third.admin.data(publications.show, { id })
  expect(pending).toMatchObject({ state: 'pending', reviewer: null, isCurrent: false })
  expect((await fetch(`${third.server.origin}/dataset/${datasetId}/1`)).status).toBe(404)
  await (await asReviewer(third.server.origin)).data(publications.approve, { id })
  await third.server.kill()

  const fourth = await connect('publication-deciding')
  await expect(fourth.admin.call(publications.withdraw, { id, reason: 'Wrong' })).rejects.toThrow()
  await died(fourth.server)

  const fifth = await connect('')
  onTestFinished(fifth.server.kill)
  expect(await fifth.admin.data(publications.show, { id })).toMatchObject({ state: 'published', isCurrent: true })
  await fifth.admin.data(publications.withdraw, { id, reason: 'Wrong' })
  expect((await fetch(`${fifth.server.origin}/dataset/${datasetId}/1`)).status).toBe(410)
  expect((await fifth.admin.data(spaces.show, { id: spaceId })).datasets).toBe(0)
})

test('a server that is killed between telling a registry of a DOI and noting that tells it again, and registers it once', async () => {
  const dataDir = startedDataDir()
  const config = {
    outside: { isOn: true, allow: [] },
    datacite: { url: '' },
  } as unknown as World['config']
  const there = await startDatacite({ config })
  const env = {
    DATACITE_URL: there.origin,
    DATACITE_REPOSITORY: REPOSITORY,
    DATACITE_PASSWORD: PASSWORD,
    DATACITE_PREFIX: PREFIX,
    DATACITE_TIMEOUT_MS: '5000',
  }
  const connect = (FAULT: string) => startServer({ dataDir, env: { ...env, FAULT } })
  const first = await connect('')
  const admin = await new Client(first.origin).login(ADMIN.email, ADMIN.password)
  const { id: spaceId } = await admin.data(spaces.create, { name: 'Lake', identifier: 'lake1', type: 'public' })
  const { hash } = await upload(admin, { spaceId, name: 'a.csv' }, Buffer.from('a\n1\n'))
  const { id } = await admin.data(publications.create, { spaceId, fields: { ...COMPLETE, files: [hash] } })
  const reserved = (await admin.data(publications.show, { id })).identifiers[0]?.value
  await admin.data(publications.submit, { id })
  await first.kill()
  await addReviewer(dataDir)

  const second = await connect('identifier-told')
  const reviewer = await new Client(second.origin).login(REVIEWER, ADMIN.password)
  await reviewer.data(publications.approve, { id })
  await died(second)
  expect(there.calls).toHaveLength(1)

  const third = await connect('')
  onTestFinished(third.kill)
  const again = await new Client(third.origin).login(ADMIN.email, ADMIN.password)
  await expect
    .poll(async () => (await again.data(publications.show, { id })).identifiers[0], {
      interval: 1000,
    })
    .toMatchObject({ value: reserved, state: 'registered' })
  expect([...there.records.values()].map(({ state }) => state)).toEqual(['findable', 'findable'])
  expect(there.calls).toHaveLength(3)
})
