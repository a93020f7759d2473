import { rmSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { Client } from '../support/client.ts'
import { died, endLeases } from '../support/crash.ts'
import { ADMIN, startServer } from '../support/server.ts'
import { startedDataDir } from '../support/started.ts'
import { doctor } from './rounds.ts'

const { spaces, tableFiles, tables, tasks } = contract
const ROWS = 2000
/** More than are brought in at once. */
const IMPORTED = 60_000
const numbers = (count: number) => Array.from({ length: count }, (_, at) => String(at))

test('a table whose server is killed in a change of type, in its undoing, in two imports, after them and in restoring has each whole or not at all', async () => {
  const dataDir = startedDataDir()
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }))
  const start = (FAULT: string) => startServer({ dataDir, env: { FAULT } })
  const connect = async (FAULT: string) => {
    const server = await start(FAULT)
    return { server, client: await new Client(server.origin).login(ADMIN.email, ADMIN.password) }
  }
  const first = await connect('table-change-written:2')
  const { id: spaceId } = await first.client.data(spaces.create, {
    name: 'Tables',
    identifier: 'tablespace',
    type: 'private',
  })
  const { id } = await first.client.data(tables.create, {
    spaceId,
    name: 'Depths',
    columns: [{ name: 'n', type: 'text' }],
  })
  const one = { spaceId, id }
  const add = { kind: 'addRows' as const, columns: [1], rows: numbers(ROWS).map((value) => [value]) }
  await first.client.data(tables.change, { ...one, change: add })
  const toNumber = { ...one, change: { kind: 'setType' as const, column: 1, type: 'number' as const } }
  await expect(first.client.data(tables.change, toNumber)).rejects.toThrow()
  await died(first.server)

  const look = async (client: Client) => {
    const { rows, columnList, lock, undo } = await client.data(tables.show, one)
    return { rows, type: columnList[0]?.type, lock, undo: undo.undo, redo: undo.redo }
  }
  const second = await connect('table-change-written:2')
  expect(await look(second.client)).toEqual({ rows: ROWS, type: 'text', lock: null, undo: 1, redo: 0 })
  await second.client.data(tables.change, toNumber)
  await expect(second.client.data(tables.undo, one)).rejects.toThrow()
  await died(second.server)

  const third = await connect('table-import-staged')
  expect(await look(third.client)).toEqual({ rows: ROWS, type: 'number', lock: null, undo: 2, redo: 0 })
  const body = new FormData()
  body.set('spaceId', spaceId)
  body.set('file', new Blob([`n\n${numbers(IMPORTED).join('\n')}\n`]), 'more.csv')
  const sent = await third.client.fetch('/api/tables/files', { method: 'POST', body })
  const { data: upload } = (await sent.json()) as { data: { id: string } }
  const source = { from: 'upload', id: upload.id } as const
  const file = { spaceId, source, hasHeader: true, misfits: 'refuse' } as const
  const { id: taskId } = await third.client.data(tableFiles.import, {
    ...file,
    headings: ['n'],
    mode: 'append',
    tableId: id,
    columns: [{ index: 0, type: 'number', target: 1 }],
  })
  await died(third.server)
  await endLeases(dataDir)
  // It dies over the work that it finds, and nobody signs in to it.
  await died(await start('table-import-applied'))
  await endLeases(dataDir)
  // Its rows are in the table when it dies the third time: they are not read anew.
  await died(await start('task-ending'))
  await endLeases(dataDir)

  // Three undone and three done again are written before what it is to die in.
  const { server, client } = await connect('table-change-written:7')
  await expect.poll(async () => (await client.data(tasks.show, { id: taskId })).state).toBe('completed')
  expect(await look(client)).toEqual({ rows: ROWS + IMPORTED, type: 'number', lock: null, undo: 3, redo: 0 })
  for (const [rows, type] of [
    [ROWS, 'number'],
    [ROWS, 'text'],
    [0, 'text'],
  ] as const) {
    await client.data(tables.undo, one)
    expect(await look(client)).toMatchObject({ rows, type })
  }
  for (let step = 0; step < 3; step += 1) await client.data(tables.redo, one)
  expect(await look(client)).toEqual({ rows: ROWS + IMPORTED, type: 'number', lock: null, undo: 3, redo: 0 })
  const added = (await client.data(tables.history, one)).list.at(-1)?.id ?? 0
  const restore = { ...one, change: { kind: 'restore' as const, at: added } }
  await expect(client.data(tables.change, restore)).rejects.toThrow()
  await died(server)

  const fifth = await connect('table-import-applied')
  expect(await look(fifth.client)).toEqual({ rows: ROWS + IMPORTED, type: 'number', lock: null, undo: 3, redo: 0 })
  await fifth.client.data(tables.change, restore)
  expect(await look(fifth.client)).toMatchObject({ rows: ROWS, type: 'text', undo: 4 })
  const { id: newId } = await fifth.client.data(tableFiles.import, {
    ...file,
    headings: ['n'],
    mode: 'new',
    name: 'More',
    columns: [{ index: 0, type: 'number', name: 'n' }],
  })
  await died(fifth.server)
  await endLeases(dataDir)

  // The rows of the new table, which had taken their place when the server died, are read anew; and then they stay.
  await died(await start('task-ending'))
  await endLeases(dataDir)
  const last = await connect('')
  await expect.poll(async () => (await last.client.data(tasks.show, { id: newId })).state).toBe('completed')
  const { list } = await last.client.data(tables.list, { spaceId })
  expect(list.map(({ name, rows }) => [name, rows]).toSorted()).toEqual([
    ['Depths', ROWS],
    ['More', IMPORTED],
  ])
  await last.server.kill()
  expect(await doctor(dataDir)).toEqual([])
})
