import { expect, onTestFinished, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { died, endLeases } from '../support/crash.ts'
import { isFull, sampled } from '../support/full.ts'
import { mortalServer } from '../support/mortal.ts'
import { doctor } from './rounds.ts'

const { spaces, tableFiles, tables, tasks } = contract
const ROWS = 2000
/** More than are brought in at once. */
const IMPORTED = 60_000
const numbers = (count: number) => Array.from({ length: count }, (_, at) => String(at))

test('a table whose server is killed in a change of type, its undoing and restoring, in two imports and after them has each whole or not at all', async () => {
  const site = mortalServer()
  onTestFinished(site.end)
  let { server, client } = await site.start()
  const { id: spaceId } = await client.data(spaces.create, {
    name: 'Tables',
    identifier: 'tablespace',
    type: 'private',
  })
  const { id } = await client.data(tables.create, { spaceId, name: 'Depths', columns: [{ name: 'n', type: 'text' }] })
  const one = { spaceId, id }
  const look = async () => {
    const { rows, columnList, lock, undo } = await client.data(tables.show, one)
    return { rows, type: columnList[0]?.type, lock, undo: undo.undo, redo: undo.redo }
  }
  /** The server dies of a change; the next one finds the table as it was. */
  async function dieIn(change: () => Promise<unknown>) {
    const before = await look()
    site.dieAt('table-change-written')
    await expect(change()).rejects.toThrow()
    await died(server)
    ;({ server, client } = await site.start())
    expect(await look()).toEqual(before)
  }
  /** The next servers take the work up, and die of it at these points; nobody signs in to them. */
  async function dieOver(points: readonly string[]) {
    await died(server)
    for (const point of points) {
      await endLeases(site.dataDir)
      ;({ server } = await site.start(point))
      await died(server)
    }
    await endLeases(site.dataDir)
    ;({ server, client } = await site.start())
  }

  const add = { kind: 'addRows' as const, columns: [1], rows: numbers(ROWS).map((value) => [value]) }
  await client.data(tables.change, { ...one, change: add })
  const toNumber = { ...one, change: { kind: 'setType' as const, column: 1, type: 'number' as const } }
  await dieIn(() => client.data(tables.change, toNumber))
  expect(await look()).toEqual({ rows: ROWS, type: 'text', lock: null, undo: 1, redo: 0 })
  await client.data(tables.change, toNumber)
  if (isFull) await dieIn(() => client.data(tables.undo, one))
  expect(await look()).toEqual({ rows: ROWS, type: 'number', lock: null, undo: 2, redo: 0 })

  const body = new FormData()
  body.set('spaceId', spaceId)
  body.set('file', new Blob([`n\n${numbers(IMPORTED).join('\n')}\n`]), 'more.csv')
  const sent = await client.fetch('/api/tables/files', { method: 'POST', body })
  const { data: upload } = (await sent.json()) as { data: { id: string } }
  const source = { from: 'upload', id: upload.id } as const
  const file = { spaceId, source, hasHeader: true, misfits: 'refuse' } as const
  site.dieAt('table-import-staged')
  const { id: taskId } = await client.data(tableFiles.import, {
    ...file,
    headings: ['n'],
    mode: 'append',
    tableId: id,
    columns: [{ index: 0, type: 'number', target: 1 }],
  })
  // Its rows are in the table when it dies the third time: they are not read anew.
  await dieOver(sampled(['table-import-applied', 'task-ending'], (point) => point !== 'task-ending'))
  await expect.poll(async () => (await client.data(tasks.show, { id: taskId })).state).toBe('completed')
  expect(await look()).toEqual({ rows: ROWS + IMPORTED, type: 'number', lock: null, undo: 3, redo: 0 })

  for (const [rows, type] of [
    [ROWS, 'number'],
    [ROWS, 'text'],
    [0, 'text'],
  ] as const) {
    await client.data(tables.undo, one)
    expect(await look()).toMatchObject({ rows, type })
  }
  for (let step = 0; step < 3; step += 1) await client.data(tables.redo, one)
  expect(await look()).toEqual({ rows: ROWS + IMPORTED, type: 'number', lock: null, undo: 3, redo: 0 })
  const added = (await client.data(tables.history, one)).list.at(-1)?.id ?? 0
  const restore = { ...one, change: { kind: 'restore' as const, at: added } }
  if (isFull) await dieIn(() => client.data(tables.change, restore))
  await client.data(tables.change, restore)
  expect(await look()).toMatchObject({ rows: ROWS, type: 'text', undo: 4 })

  site.dieAt('table-import-applied')
  const { id: newId } = await client.data(tableFiles.import, {
    ...file,
    headings: ['n'],
    mode: 'new',
    name: 'More',
    columns: [{ index: 0, type: 'number', name: 'n' }],
  })
  // The rows of the new table, which had taken their place when the server died, are read anew; and then they stay.
  await dieOver(sampled(['task-ending'], () => false))
  await expect.poll(async () => (await client.data(tasks.show, { id: newId })).state).toBe('completed')
  const { list } = await client.data(tables.list, { spaceId })
  expect(list.map(({ name, rows }) => [name, rows]).toSorted()).toEqual([
    ['Depths', ROWS],
    ['More', IMPORTED],
  ])
  await server.kill()
  expect(await doctor(site.dataDir)).toEqual([])
})
