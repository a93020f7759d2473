import { rmSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { hasOpenssl } from '../services/certificates.ts'
import { hasMariadb } from '../services/mariadb.ts'
import { hasPostgres } from '../services/postgres.ts'
import { Client } from '../support/client.ts'
import { died, endLeases } from '../support/crash.ts'
import { ADMIN, startServer } from '../support/server.ts'
import { startSourceDatabases } from '../support/source-databases.ts'
import { startedDataDir } from '../support/started.ts'

const { dataSources, sourceImports, spaces, tables, tasks } = contract
/** More than are brought in at once. */
const ROWS = 60_000

test.skipIf(!hasMariadb || !hasPostgres || !hasOpenssl)(
  'an import from a database whose server is killed three times brings all rows once, and leaves no lock',
  async () => {
    const databases = await startSourceDatabases(ROWS)
    const dataDir = startedDataDir()
    onTestFinished(async () => {
      await databases.stop()
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
    })
    const start = (FAULT: string) => startServer({ dataDir, env: { FAULT, OUTSIDE_ALLOW: '127.0.0.1' } })
    const first = await start('table-import-staged')
    const client = await new Client(first.origin).login(ADMIN.email, ADMIN.password)
    const { id: spaceId } = await client.data(spaces.create, {
      name: 'Sources',
      identifier: 'sourcespace',
      type: 'private',
    })
    const source = { ...databases.drafts.postgresql, name: 'Lab', host: '127.0.0.1', tls: 'off' as const }
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
    await endLeases(dataDir)
    // It dies over the work that it finds, and nobody signs in to it.
    await died(await start('table-import-applied'))
    await endLeases(dataDir)
    // Its rows are in the table when it dies the third time: they are not read again.
    await died(await start('task-ending'))
    await endLeases(dataDir)

    const server = await start('')
    const again = await new Client(server.origin).login(ADMIN.email, ADMIN.password)
    const stateOf = async () => (await again.data(tasks.show, { id: last?.taskId ?? '' })).state
    await expect.poll(stateOf).toBe('completed')
    expect(await again.data(tables.show, { spaceId, id: target.id })).toMatchObject({ rows: ROWS, lock: null })
    expect((await again.data(sourceImports.show, { spaceId, id })).reached).toBe(String(ROWS))
    expect((await again.data(sourceImports.runs, { spaceId, id })).list).toMatchObject([
      { state: 'completed', read: ROWS, written: ROWS, refused: 0 },
    ])
    await server.kill()
  },
)
