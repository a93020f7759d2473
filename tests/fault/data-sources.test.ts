import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { hasPostgres, startPostgres } from '../services/postgres.ts'
import { died, endLeases } from '../support/crash.ts'
import { sampled } from '../support/full.ts'
import { mortalServer } from '../support/mortal.ts'

const { dataSources, sourceImports, spaces, tables, tasks } = contract
/** More than are brought in at once. */
const ROWS = 60_000

/** A database with many rows, and an account that reads them. */
async function startSource() {
  const postgres = await startPostgres()
  onTestFinished(() => postgres.stop())
  const admin = new pg.Client(postgres.url)
  await admin.connect()
  await admin.query(`create role reader login password 'known'; create schema lab;
    create table lab.many as select n as id from generate_series(1, ${ROWS}) as n;
    grant usage on schema lab to reader; grant select on lab.many to reader`)
  await admin.end()
  const reader = { account: 'reader', password: 'known', database: 'postgres' }
  return { ...reader, kind: 'postgresql', host: '127.0.0.1', port: postgres.port, tls: 'off' } as const
}

test.skipIf(!hasPostgres)(
  'an import from a database whose server is killed again and again brings all rows once, and leaves no lock',
  async () => {
    const source = { ...(await startSource()), name: 'Lab' }
    const site = mortalServer({ OUTSIDE_ALLOW: '127.0.0.1' })
    onTestFinished(site.end)
    const { server: first, client } = await site.start('table-import-staged')
    const { id: spaceId } = await client.data(spaces.create, {
      name: 'Sources',
      identifier: 'sourcespace',
      type: 'private',
    })
    const { id: sourceId } = await client.data(dataSources.create, { ...source, spaceId })
    const { id, target, last } = await client.data(sourceImports.create, {
      spaceId,
      sourceId,
      title: 'Nightly',
      schema: 'lab',
      table: 'many',
      mode: 'append',
      headings: ['id'],
      columns: [{ index: 0, name: 'id', type: 'number' }],
      watermark: 'id',
      target: { to: 'new', name: 'Many' },
    })
    await died(first)
    await endLeases(site.dataDir)
    // They die over the work that they find, and nobody signs in to them. Its rows are in the table when it dies the third
    // time: they are not read again.
    for (const point of sampled(['table-import-applied', 'task-ending'], (one) => one !== 'task-ending')) {
      await died((await site.start(point)).server)
      await endLeases(site.dataDir)
    }

    const { client: again } = await site.start()
    const stateOf = async () => (await again.data(tasks.show, { id: last?.taskId ?? '' })).state
    await expect.poll(stateOf).toBe('completed')
    expect(await again.data(tables.show, { spaceId, id: target.id })).toMatchObject({ rows: ROWS, lock: null })
    expect((await again.data(sourceImports.show, { spaceId, id })).reached).toBe(String(ROWS))
    expect((await again.data(sourceImports.runs, { spaceId, id })).list).toMatchObject([
      { state: 'completed', read: ROWS, written: ROWS, refused: 0 },
    ])
  },
)
