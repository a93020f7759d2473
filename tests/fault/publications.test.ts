import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { openDatabase } from '#server/storage/database.ts'
import { findEmbedded } from '#server/storage/postgres/supervisor.ts'
import { PASSWORD, PREFIX, REPOSITORY, startDatacite } from '../services/datacite.ts'
import { Client } from '../support/client.ts'
import { died, endLeases } from '../support/crash.ts'
import { mortalServer } from '../support/mortal.ts'
import { COMPLETE } from '../support/publication.ts'
import { ADMIN } from '../support/server.ts'
import { upload } from '../support/upload.ts'
import type { World } from '../support/world.ts'

const { publications, spaces, tables } = contract

test('a server that is killed in a submission leaves the draft, and one that is killed while a table is written goes on with it', async () => {
  const site = mortalServer()
  onTestFinished(site.end)
  const first = await site.start('publication-submitting')
  const { id: spaceId } = await first.client.data(spaces.create, { name: 'Lake', identifier: 'lake1', type: 'private' })
  const { hash } = await upload(first.client, { spaceId, name: 'a.csv' }, Buffer.from('a\n1\n'))
  const { id: table } = await first.client.data(tables.create, {
    spaceId,
    name: 'Casts',
    columns: [{ name: 'A', type: 'text' }],
  })
  const { id } = await first.client.data(publications.create, {
    spaceId,
    fields: { ...COMPLETE, files: [hash], tables: [table] },
  })
  await expect(first.client.call(publications.submit, { id })).rejects.toThrow()
  await died(first.server)

  const second = await site.start('publication-table-written')
  expect(await second.client.data(publications.show, { id })).toMatchObject({ state: 'draft', fileCount: 0 })
  await second.client.data(publications.submit, { id })
  await died(second.server)
  await endLeases(site.dataDir)

  const { client } = await site.start()
  await expect.poll(async () => (await client.data(publications.show, { id })).transfer).toBe('success')
  expect((await client.data(publications.files, { id })).list.map(({ path }) => path)).toEqual([
    'a.csv',
    'tables/Casts.csv',
  ])
})

const REVIEWER = 'rita@lab.test'
/** A second administrator with the password of the first one: nobody reviews their own. */
async function addReviewer(dataDir: string): Promise<void> {
  const db = openDatabase((await findEmbedded(dataDir)) ?? '', 1)
  const other = { id: crypto.randomUUID(), email: REVIEWER }
  await sql`insert into person select (jsonb_populate_record(p, ${JSON.stringify(other)}::jsonb)).*
    from person p where email = ${ADMIN.email}`.execute(db)
  await db.destroy()
}

test('a server that is killed while it publishes or withdraws has done neither, and does both afterwards; a DOI that a registry was told of is told again, and registered once', async () => {
  const config = {
    outside: { isOn: true, allow: [] },
    datacite: { url: '' },
  } as unknown as World['config']
  const there = await startDatacite({ config })
  const site = mortalServer({
    DATACITE_URL: there.origin,
    DATACITE_REPOSITORY: REPOSITORY,
    DATACITE_PASSWORD: PASSWORD,
    DATACITE_PREFIX: PREFIX,
    DATACITE_TIMEOUT_MS: '5000',
  })
  onTestFinished(site.end)
  const first = await site.start()
  const { id: spaceId } = await first.client.data(spaces.create, { name: 'Lake', identifier: 'lake1', type: 'public' })
  const { hash } = await upload(first.client, { spaceId, name: 'a.csv' }, Buffer.from('a\n1\n'))
  const { id } = await first.client.data(publications.create, { spaceId, fields: { ...COMPLETE, files: [hash] } })
  const reserved = (await first.client.data(publications.show, { id })).identifiers[0]?.value
  await first.client.data(publications.submit, { id })
  await addReviewer(site.dataDir)
  const asReviewer = ({ server }: typeof first) => new Client(server.origin).login(REVIEWER, ADMIN.password)
  site.dieAt('publication-deciding')
  await expect((await asReviewer(first)).call(publications.approve, { id })).rejects.toThrow()
  await died(first.server)

  const second = await site.start('identifier-told')
  const { datasetId, ...pending } = await second.client.data(publications.show, { id })
  expect(pending).toMatchObject({ state: 'pending', reviewer: null, isCurrent: false })
  expect((await fetch(`${second.server.origin}/dataset/${datasetId}/1`)).status).toBe(404)
  await (await asReviewer(second)).data(publications.approve, { id })
  await died(second.server)
  expect(there.calls).toHaveLength(1)

  const third = await site.start()
  await expect
    .poll(async () => (await third.client.data(publications.show, { id })).identifiers[0], {
      interval: 1000,
    })
    .toMatchObject({ value: reserved, state: 'registered' })
  // What was told before the death is told again once its turn has passed.
  await expect.poll(() => there.calls, { interval: 1000 }).toHaveLength(3)
  expect([...there.records.values()].map(({ state }) => state)).toEqual(['findable', 'findable'])
  site.dieAt('publication-deciding')
  await expect(third.client.call(publications.withdraw, { id, reason: 'Wrong' })).rejects.toThrow()
  await died(third.server)

  const { server, client } = await site.start()
  expect(await client.data(publications.show, { id })).toMatchObject({ state: 'published', isCurrent: true })
  await client.data(publications.withdraw, { id, reason: 'Wrong' })
  expect((await fetch(`${server.origin}/dataset/${datasetId}/1`)).status).toBe(410)
  expect((await client.data(spaces.show, { id: spaceId })).datasets).toBe(0)
})
