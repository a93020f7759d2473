import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { TABLE_FILES_OF_ONE } from '#contract/core/limits.ts'
import type { InputOf } from '#contract/core/operation.ts'
import { contract } from '#contract/index.ts'
import { BODIES_BYTES } from '#server/http/body-timeout.ts'
import { INDEXED_ROWS } from '#server/modules/tables/indexing.ts'
import { sha256 } from '#server/storage/seal.ts'
import { heldUpIn } from '../support/locks.ts'
import { sentTable } from '../support/table-file.ts'
import { physicalOf } from '../support/tables.ts'
import { upload } from '../support/upload.ts'
import { oddWorkbook } from '../support/workbook.ts'
import { buildWorld, type Who } from '../support/world.ts'

const { files, tableFiles, tables, tasks } = contract
type Wish = InputOf<typeof tableFiles.import>
type Bytes = Parameters<typeof sentTable>[2]

/** A private space, and what imports need there. */
async function scene() {
  const world = await buildWorld()
  const { id: spaceId } = await world.space({ type: 'private' })
  const owner = await world.as('owner')
  const uploaded = (bytes: Bytes, name = 'stations.csv') => sentTable(owner, spaceId, bytes, name)
  /** Looks at a file and wishes what is proposed, with changes. */
  const wishFor = async (bytes: Bytes, changes: Partial<Wish> = {}): Promise<Wish> => {
    const source = await uploaded(bytes)
    const scan = await owner.data(tableFiles.scan, { spaceId, source })
    return {
      spaceId,
      source,
      hasHeader: scan.hasHeader,
      firstRow: scan.firstRow,
      mode: 'new',
      name: 'Stations',
      headings: scan.columns.map(({ heading }) => heading),
      columns: scan.columns.map(({ name, type, format }, index) => ({ index, name, type, format })),
      misfits: 'refuse',
      ...changes,
    }
  }
  const done = async (wish: Wish) => {
    const { id } = await owner.data(tableFiles.import, wish)
    await world.services.tasks.drain()
    return owner.data(tasks.show, { id })
  }
  const rowsOf = async (id: string) => (await owner.data(tables.rows, { spaceId, id })).rows.map(({ cells }) => cells)
  const only = async () => {
    const { list } = await owner.data(tables.list, { spaceId })
    return list
  }
  return { world, owner, spaceId, uploaded, wishFor, done, rowsOf, only }
}
const TWO_SHEETS = 'tests/samples/files/workbooks/openpyxl.xlsx'
const CSV = 'station,depth,taken,good\nS07,0.50,2026-08-04,yes\n007,"1,234.5",2026-08-05,no\n,,,\nS09,,,\n'

describe('refusals', () => {
  test.each<[Who, string]>([
    ['ordinary', 'spaceNotFound'],
    ['stranger', 'notSignedIn'],
  ])('%s looks at no file and imports none', async (who, error) => {
    const { world, wishFor, spaceId } = await scene()
    const { source, ...wish } = await wishFor(CSV)
    const client = await world.as(who)
    expect(await client.call(tableFiles.scan, { spaceId, source })).toMatchObject({ error })
    expect(await client.call(tableFiles.import, { ...wish, source })).toMatchObject({ error })
  })

  test('who may read a public space, but write no table there, uploads no file', async () => {
    const world = await buildWorld()
    const { id: spaceId } = await world.space({ type: 'public' })
    const body = new FormData()
    body.append('spaceId', spaceId)
    body.append('file', new File(['a\n1\n'], 'a.csv'))
    const sent = await (await world.as('ordinary')).fetch('/api/tables/files', { method: 'POST', body })
    expect(await sent.json()).toMatchObject({ error: 'spaceRightMissing' })
    expect(await world.db.selectFrom('table_upload').selectAll().execute()).toEqual([])
  })

  test.each(['', 'a\0b.csv'])('a file of the name %j is refused', async (name) => {
    const { owner, spaceId } = await scene()
    const body = new FormData()
    body.append('spaceId', spaceId)
    body.append('file', new File(['a\n1\n'], name))
    const sent = await owner.fetch('/api/tables/files', { method: 'POST', body })
    expect(await sent.json()).toMatchObject({ error: 'invalid' })
  })

  test('a name that a table of the space has is refused before the import begins', async () => {
    const { owner, spaceId, wishFor, only } = await scene()
    await owner.data(tables.create, { spaceId, name: 'stations', isShared: false })
    expect(await owner.call(tableFiles.import, await wishFor(CSV))).toMatchObject({
      error: 'tableNameTaken',
      fields: [{ field: 'name' }],
    })
    expect((await owner.data(tasks.mine, {})).list).toEqual([])
    expect(await only()).toHaveLength(1)
  })

  test('a file that can’t be read says why and where', async () => {
    const { owner, spaceId, uploaded } = await scene()
    const source = await uploaded('a,b\n1,"2\n')
    expect(await owner.call(tableFiles.scan, { spaceId, source })).toMatchObject({
      error: 'tableFileUnreadable',
      message: expect.stringMatching(/2/),
    })
    const gone = { from: 'upload', id: spaceId } as const
    expect(await owner.call(tableFiles.scan, { spaceId, source: gone })).toMatchObject({ error: 'tableFileGone' })
  })
})

test('a file of an encoding that is not found is refused so that another can be named', async () => {
  const { owner, spaceId, uploaded } = await scene()
  const source = await uploaded(new Uint8Array(Buffer.from('612c62812c0a312c320a', 'hex')))
  expect(await owner.call(tableFiles.scan, { spaceId, source })).toMatchObject({
    error: 'tableFileUnreadable',
    data: { reason: 'encoding' },
  })
  const western = await uploaded(new Uint8Array(Buffer.from('Sjön;µmol\nÅ;1,5\n', 'latin1')))
  const scan = await owner.data(tableFiles.scan, { spaceId, source: western })
  expect(scan).toMatchObject({ encoding: 'windows-1252', isEncodingGuessed: true, separator: ';' })
  expect(scan.columns.map(({ name }) => name)).toEqual(['Sjön', 'µmol'])
  const named = await owner.data(tableFiles.scan, { spaceId, source: western, encoding: 'windows-1252' })
  expect(named.isEncodingGuessed).toBe(false)
})

test('files that one person looks at at once take turns', async () => {
  const { owner, spaceId, uploaded } = await scene()
  const source = await uploaded(CSV)
  const scans = await Promise.all(Array.from({ length: 5 }, () => owner.data(tableFiles.scan, { spaceId, source })))
  expect(scans.map(({ columns }) => columns.length)).toEqual([4, 4, 4, 4, 4])
})

describe('POST /tables/import', () => {
  test('reads a table from below its title; rows that don’t fit have their numbers in the file', async () => {
    const { wishFor, done, rowsOf, only } = await scene()
    const bytes = 'Lake survey 2026 (draft),,\n,,\nstation,depth,taken\nS07,0.50,2026-08-04\nS09,1.50,2026-08-05\n'
    await done(await wishFor(bytes))
    expect(await rowsOf((await only())[0]?.id ?? '')).toEqual([
      ['S07', '0.5', '2026-08-04'],
      ['S09', '1.5', '2026-08-05'],
    ])
    const wish = await wishFor(bytes)
    const columns = wish.columns.map((column) => ({ ...column, type: 'number' as const }))
    const { result } = await done({ ...wish, name: 'Numbers', columns })
    expect(result).toMatchObject({ unfit: expect.arrayContaining([expect.objectContaining({ column: 'station' })]) })
    expect(JSON.stringify(result)).toContain('"row":4')
  })

  test('how a file is read is found where it is not said: its heading is none of its rows', async () => {
    const { wishFor, done, rowsOf, only } = await scene()
    const { hasHeader: _, firstRow: __, ...wish } = await wishFor('Lake survey,,\n,,\na,b,c\n1,2,3\n')
    expect(await done(wish)).toMatchObject({ state: 'completed', result: { rows: 1 } })
    expect(await rowsOf((await only())[0]?.id ?? '')).toEqual([['1', '2', '3']])
  })

  test('an import that fails says why in the language of whoever began it; to others, only that it failed', async () => {
    const { world, owner, spaceId } = await scene()
    const senior = await world.as('senior')
    const { id } = await senior.data(tableFiles.import, {
      spaceId,
      source: await sentTable(senior, spaceId, 'a,b\n1,"2\n', 'open.csv'),
      hasHeader: true,
      mode: 'new',
      name: 'Open',
      headings: ['a', 'b'],
      columns: [{ index: 0, name: 'a', type: 'text', format: {} }],
      misfits: 'refuse',
    })
    await world.services.tasks.drain()
    const task = await senior.data(tasks.show, { id })
    expect(task).toMatchObject({ state: 'failed', error: 'tableFileUnreadable' })
    expect(task.message).toMatch(/^This file can’t be read: Row 2: .*quotation mark/)
    senior.language = 'zh'
    expect((await senior.data(tasks.show, { id })).message).toMatch(/^无法读取该文件：第 2 行/)
    const { list } = await owner.data(tasks.ofSpace, { spaceId })
    expect(list.map(({ message }) => message)).toEqual(['This file can’t be read: …'])
  })

  test('a file becomes a table with the types that its values have', async () => {
    const { wishFor, done, rowsOf, only } = await scene()
    const task = await done(await wishFor(CSV))
    expect(task).toMatchObject({ state: 'completed', result: { rows: 3, misfits: 0 } })
    const [table] = await only()
    expect(table).toMatchObject({ name: 'Stations', rows: 3, lock: null })
    expect(await rowsOf(table?.id ?? '')).toEqual([
      ['S07', '0.5', '2026-08-04', true],
      ['007', '1234.5', '2026-08-05', false],
      ['S09', null, null, null],
    ])
  })

  test('what came with an import is told by the history, whatever became of it since, and goes and comes back whole', async () => {
    const { wishFor, done, rowsOf, only, owner, spaceId, world } = await scene()
    await done(await wishFor(CSV))
    const [table] = await only()
    const one = { spaceId, id: table?.id ?? '' }
    const { columnList, change: imported = 0 } = await owner.data(tables.show, one)
    const before = await rowsOf(one.id)
    const [station = 0, depth = 0] = columnList.map(({ id }) => id)
    const [first, second, third] = (await owner.data(tables.rows, one)).rows.map(({ id }) => id)
    const change = (wish: InputOf<typeof tables.change>['change']) =>
      owner.data(tables.change, { ...one, change: wish })
    const effects = async () => {
      const { rows } = await sql<{ n: number }>`
        select count(*) as n from ${physicalOf(one.id).effects} where change_id = ${imported}`.execute(world.db)
      return rows[0]?.n
    }
    expect(await effects()).toBe(0)
    await change({ kind: 'cells', columns: [depth], rows: [{ id: first ?? 0, values: ['9'] }] })
    await change({ kind: 'removeRows', rows: [second ?? 0] })
    await change({ kind: 'setType', column: depth, type: 'text', isLossy: false })

    const { cells } = await owner.data(tables.changedCells, { ...one, change: String(imported) })
    const told = (column: number) =>
      cells.filter((cell) => cell.column === column).map(({ row, after }) => [row, after])
    expect(told(depth)).toEqual([
      [first, '0.5'],
      [second, '1234.5'],
    ])
    expect(told(station)).toEqual([
      [first, 'S07'],
      [second, '007'],
      [third, 'S09'],
    ])
    const ofCell = await owner.data(tables.history, { ...one, row: String(second), column: String(station) })
    expect(ofCell.list.map(({ kind }) => kind)).toEqual(['removeRows', 'import'])
    const then = await owner.data(tables.rows, { ...one, at: imported })
    expect(then.rows.map((row) => row.cells)).toEqual(before)

    for (let step = 0; step < 4; step += 1) await owner.data(tables.undo, one)
    expect(await rowsOf(one.id)).toEqual([])
    expect(await effects()).toBe(3)
    await owner.data(tables.redo, one)
    expect(await rowsOf(one.id)).toEqual(before)
  })

  test('lists are told once the rows are in, and undoing says what it took back', async () => {
    const { wishFor, done, only, owner, spaceId, world } = await scene()
    const heard: number[] = []
    world.bus.on('realtime', (posting) => {
      const { event } = posting as { event: { mark: string; tableId?: string } }
      if (event.mark === 'table_refresh' && !event.tableId) void only().then(([table]) => heard.push(table?.rows ?? -1))
    })
    await done(await wishFor(CSV))
    await expect.poll(() => heard.at(-1)).toBe(3)
    expect(heard.length).toBe(2)
    const one = { spaceId, id: (await only())[0]?.id ?? '' }
    const step = { kind: 'import', touched: 3 }
    expect(await owner.data(tables.undo, one)).toMatchObject({ touched: 3, step })
    expect(await owner.data(tables.redo, one)).toMatchObject({ touched: 3, step })
  })

  test('rows are appended to those of a copy, which nobody has changed', async () => {
    const { wishFor, done, rowsOf, only, owner, spaceId } = await scene()
    await done(await wishFor('n\n1\n2\n'))
    const [table] = await only()
    const one = { spaceId, id: table?.id ?? '' }
    const copy = await owner.data(tables.copy, { ...one, toSpaceId: spaceId, name: 'Copy', isMoved: false })
    const target = (await owner.data(tables.show, { spaceId, id: copy.id })).columnList[0]?.id
    const columns: Wish['columns'] = [{ index: 0, type: 'number', target }]
    await done(await wishFor('n\n3\n', { mode: 'append', tableId: copy.id, columns }))
    expect(await rowsOf(copy.id)).toEqual([['1'], ['2'], ['3']])
  })

  test('a file of the space is appended, and the import is one step to undo', async () => {
    const { wishFor, done, rowsOf, only, owner, spaceId } = await scene()
    await done(await wishFor(CSV))
    const [table] = await only()
    const one = { spaceId, id: table?.id ?? '' }
    const { columnList } = await owner.data(tables.show, one)
    const { hash } = await upload(owner, { spaceId, name: 'more.csv' }, Buffer.from('depth;station\n7,5;S10\n'))
    const source = { from: 'file', hash } as const
    const target = (name: string) => columnList.find((column) => column.name === name)?.id
    const columns: Wish['columns'] = [
      { index: 0, type: 'number', format: { decimal: ',' }, target: target('depth') },
      { index: 1, type: 'text', target: target('station') },
    ]
    const wish = await wishFor(CSV, {
      mode: 'append',
      tableId: one.id,
      source,
      columns,
      headings: ['depth', 'station'],
      hasHeader: true,
    })
    expect(await done(wish)).toMatchObject({ state: 'completed', result: { rows: 1 } })
    expect((await rowsOf(one.id)).at(-1)).toEqual(['S10', '7.5', null, null])
    await owner.data(tables.undo, one)
    expect(await rowsOf(one.id)).toHaveLength(3)
    await owner.data(tables.redo, one)
    expect(await rowsOf(one.id)).toHaveLength(4)
  })

  test('rows change those of the same key, others are added; a key that repeats is given back', async () => {
    const { wishFor, done, rowsOf, only, owner, spaceId } = await scene()
    await done(await wishFor('id,n\na,1\nb,2\n'))
    const [table] = await only()
    const tableId = table?.id ?? ''
    const { columnList } = await owner.data(tables.show, { spaceId, id: tableId })
    const [key, value] = columnList.map(({ id }) => id)
    const columns: Wish['columns'] = [
      { index: 0, type: 'text', target: key },
      { index: 1, type: 'number', target: value },
    ]
    const bytes = 'id,n\nb,20\nc,3\nb,30\n'
    const upsert: Partial<Wish> = { mode: 'upsert', tableId, columns, keys: [key ?? 0] }
    expect(await done(await wishFor(bytes, upsert))).toMatchObject({ state: 'failed', error: 'tableMisfits' })
    expect(await rowsOf(tableId)).toEqual([
      ['a', '1'],
      ['b', '2'],
    ])
    const task = await done(await wishFor(bytes, { ...upsert, misfits: 'giveBack' }))
    expect(task).toMatchObject({ state: 'partlyFailed', result: { rows: 2, misfits: 1 } })
    expect(await rowsOf(tableId)).toEqual([
      ['a', '1'],
      ['b', '20'],
      ['c', '3'],
    ])
    await done(await wishFor('id,n\nz,9\n', { ...upsert, mode: 'replace', keys: [] }))
    expect(await rowsOf(tableId)).toEqual([['z', '9']])
    await owner.data(tables.undo, { spaceId, id: tableId })
    expect(await rowsOf(tableId)).toEqual([
      ['a', '1'],
      ['b', '20'],
      ['c', '3'],
    ])
  })

  test('an import by key of most rows, and its undoing, leave the indexes out of the way, which come back', async () => {
    const { world, wishFor, done, only, owner, spaceId } = await scene()
    const fileOf = (more: number) =>
      `id,n\n${Array.from({ length: INDEXED_ROWS }, (_, n) => `k${n},${n + more}\n`).join('')}`
    await done(await wishFor(fileOf(0)))
    const [table] = await only()
    const one = { spaceId, id: table?.id ?? '' }
    const [key = 0, value = 0] = (await owner.data(tables.show, one)).columnList.map(({ id }) => id)
    const { indexing } = world.services.tables
    const last = async () => {
      const sort = [{ column: value, order: 'desc' as const }]
      const { rows } = await owner.data(tables.rows, { ...one, sort, count: 1, columns: [value] })
      await indexing.settled()
      const { rows: found } = await sql<{ oid: number }>`
        select oid::int8 as oid from pg_class where relname like 'x\\_%'`.execute(world.db)
      return { value: rows[0]?.cells[0], index: found.map(({ oid }) => oid) }
    }
    const before = await last()
    const columns: Wish['columns'] = [
      { index: 0, type: 'text', target: key },
      { index: 1, type: 'number', target: value },
    ]
    const upsert: Partial<Wish> = { mode: 'upsert', tableId: one.id, columns, keys: [key], misfits: 'giveBack' }
    // A row that does not fit counts once, although the import is begun again without the indexes.
    const unfit = [{ column: 'id', reason: 'repeatedKey', count: 1, examples: [{ text: 'k0' }] }]
    expect(await done(await wishFor(`${fileOf(1)}k0,7\n`, upsert))).toMatchObject({
      state: 'partlyFailed',
      result: { rows: INDEXED_ROWS, misfits: 1, unfit },
    })
    await indexing.settled()
    const after = await last()
    await owner.data(tables.undo, one)
    await indexing.settled()
    const undone = await last()
    expect([before, after, undone].map((one) => one.value)).toEqual(['49999', '50000', '49999'])
    expect(new Set([before, after, undone].flatMap((one) => one.index)).size).toBe(3)
  })

  test('undoing takes away no row in which somebody wrote since, and brings back columns that were removed before', async () => {
    const { world, owner, spaceId, wishFor, done, rowsOf, only } = await scene()
    await done(await wishFor('id,n\na,1\n'))
    const [table] = await only()
    const one = { spaceId, id: table?.id ?? '' }
    const [key = 0, value = 0] = (await owner.data(tables.show, one)).columnList.map(({ id }) => id)
    const columns: Wish['columns'] = [{ index: 0, type: 'text', target: key }]
    await done(await wishFor('id\nb\n', { mode: 'append', tableId: one.id, columns }))
    const added = (await owner.data(tables.rows, one)).rows[1]?.id ?? 0
    const theirs = { kind: 'cells' as const, columns: [value], rows: [{ id: added, values: ['7'] }] }
    await (await world.as('senior')).data(tables.change, { ...one, change: theirs })
    expect(await owner.data(tables.undo, one)).toMatchObject({
      change: null,
      conflicts: [{ row: added, present: '7' }],
    })
    await owner.data(tables.change, { ...one, change: { kind: 'removeColumns', columns: [value] } })
    await done(await wishFor('id\nz\n', { mode: 'replace', tableId: one.id, columns }))
    await owner.data(tables.undo, one)
    await owner.data(tables.undo, one)
    expect(await rowsOf(one.id)).toEqual([
      ['a', '1'],
      ['b', '7'],
    ])
  })

  describe('numbers that a workbook or a line of JSON states, beside a text with a decimal comma', () => {
    const values = [1.234, 12.345, 2, '3,7']
    const rows = values.map((value, at): [string, ...(string | number)[]] => [`${at + 2}`, `k${at + 1}`, value])
    const workbook = new Uint8Array(oddWorkbook([['1', 'key', 'Value'], ...rows]))
    const lines = values.map((value, at) => `${JSON.stringify({ key: `k${at + 1}`, Value: value })}\n`).join('')
    const taken = ['1.234', '12.345', '2', '3.7']

    test.each<[string, Bytes]>([
      ['a workbook', workbook],
      ['lines of JSON', lines],
    ])('%s: are taken as they are, in the way that is offered', async (_what, bytes) => {
      const { owner, spaceId, uploaded, wishFor, done, rowsOf, only } = await scene()
      const scan = await owner.data(tableFiles.scan, { spaceId, source: await uploaded(bytes) })
      const { nearly } = scan.columns[1] ?? {}
      expect(nearly).toMatchObject({ type: 'number', misfits: 0 })
      const wish = await wishFor(bytes)
      const columns = wish.columns.map((one) =>
        one.index === 1 ? { ...one, type: 'number' as const, format: nearly?.format ?? {} } : one,
      )
      expect(await done({ ...wish, columns })).toMatchObject({ state: 'completed', result: { rows: 4, misfits: 0 } })
      expect((await rowsOf((await only())[0]?.id ?? '')).map(([, value]) => value)).toEqual(taken)
    })

    test('are appended to a column of numbers as they are, and find the rows that have them as their key', async () => {
      const { owner, spaceId, wishFor, done, rowsOf, only } = await scene()
      await done(await wishFor('key,Value\nold,12.345\n'))
      const tableId = (await only())[0]?.id ?? ''
      const { columnList } = await owner.data(tables.show, { spaceId, id: tableId })
      const columns: Wish['columns'] = columnList.map(({ id, type }, index) => ({
        index,
        type,
        format: type === 'number' ? { decimal: ',' } : {},
        target: id,
      }))
      const into = { tableId, columns, keys: [columnList[1]?.id ?? 0] }
      expect(await done(await wishFor(workbook, { ...into, mode: 'upsert' }))).toMatchObject({ result: { rows: 4 } })
      expect(await rowsOf(tableId)).toEqual([
        ['k2', '12.345'],
        ['k1', '1.234'],
        ['k3', '2'],
        ['k4', '3.7'],
      ])
      await done(await wishFor(workbook, { ...into, mode: 'append', keys: [] }))
      expect((await rowsOf(tableId)).slice(4).map(([, value]) => value)).toEqual(taken)
    })
  })

  test('percentages are stored as fractions, and a column of a new table shows them as it is wished', async () => {
    const { owner, spaceId, wishFor, done, rowsOf, only } = await scene()
    const wish = await wishFor('lake;share;cover\nTaihu;0,5%;2%\nErhai;1,5%;3\n')
    const columns = wish.columns.map((one) => (one.index === 1 ? { ...one, isPercent: true } : one))
    await done({ ...wish, columns })
    const id = (await only())[0]?.id ?? ''
    const { columnList } = await owner.data(tables.show, { spaceId, id })
    expect(columnList.map(({ format }) => format)).toEqual([{}, { isPercent: true }, {}])
    expect(await rowsOf(id)).toEqual([
      ['Taihu', '0.005', '0.02'],
      ['Erhai', '0.015', '3'],
    ])
  })

  test('a value that does not fit is told under the name that its column has in the new table', async () => {
    const { wishFor, done } = await scene()
    const wish = await wishFor('Value,Value\n1,x\n')
    const columns = wish.columns.map((column) => ({ ...column, type: 'number' as const }))
    expect(await done({ ...wish, columns })).toMatchObject({ result: { unfit: [{ column: 'Value (2)' }] } })
  })

  test('rows that do not fit come back with the reason for each cell; or nothing is imported and nothing stays', async () => {
    const { wishFor, done, only, owner, world } = await scene()
    const wish = await wishFor('station,depth\nS07,0.5\nS08,deep\nS09,2\n')
    const columns = wish.columns.map((column) => (column.index === 1 ? { ...column, type: 'number' as const } : column))
    const unfit = [{ column: 'depth', reason: 'notNumber', count: 1, examples: [{ row: 3, text: 'deep' }] }]
    expect(await done({ ...wish, columns })).toMatchObject({
      state: 'failed',
      error: 'tableMisfits',
      isRetryable: true,
      result: { unfit },
    })
    expect(await only()).toEqual([])
    const task = await done({ ...wish, columns, misfits: 'giveBack' })
    expect(task).toMatchObject({
      state: 'partlyFailed',
      itemsTotal: 3,
      itemsDone: 2,
      itemsFailed: 1,
      result: { rows: 2, misfits: 1, unfit },
    })
    // What was imported would be imported twice.
    expect(task.isRetryable).toBe(false)
    expect(await owner.call(tasks.retry, { id: task.id })).toMatchObject({ error: 'taskNotFailed' })
    const given = await owner.fetch(`/api/tables/import/${task.id}/misfits`)
    const [heading, row] = (await given.text()).replace('\uFEFF', '').split('\r\n')
    expect(heading?.split(',').slice(0, 2)).toEqual(['station', 'depth'])
    expect(row).toMatch(/^S08,deep,3,/)
    const other = await world.as('ordinary')
    expect((await other.fetch(`/api/tables/import/${task.id}/misfits`)).status).toBe(404)
  })

  test('an import of which no row fits makes no new table, says so, and gives the rows back', async () => {
    const { wishFor, done, only, owner } = await scene()
    const wish = await wishFor('station,depth\nS07,deep\nS08,shallow\n', { misfits: 'giveBack' })
    const columns = wish.columns.map((column) => (column.index === 1 ? { ...column, type: 'number' as const } : column))
    const task = await done({ ...wish, columns })
    expect(task).toMatchObject({
      state: 'failed',
      error: 'tableNoneFit',
      result: { unfit: [{ column: 'depth', reason: 'notNumber', count: 2 }] },
    })
    expect(await only()).toEqual([])
    const given = await owner.fetch(`/api/tables/import/${task.id}/misfits`)
    expect(await given.text()).toMatch(/S07,deep,2,.*\r\nS08,shallow,3,/)
    // Its name is free for the next try.
    expect(await done(wish)).toMatchObject({ state: 'completed', result: { rows: 2 } })
  })

  test('files and people come in by name, path or email; a name that nobody has or several have is told', async () => {
    const { world, wishFor, done, rowsOf, only, owner, spaceId } = await scene()
    const put = async (name: string, path: string) => {
      const folder = path ? await owner.data(files.create, { spaceId, path }) : undefined
      const { hash } = await upload(owner, { spaceId, name, ...(folder && { hash: folder }) }, Buffer.from(path))
      return hash
    }
    const [photo, first, second] = [await put('net.png', ''), await put('a.png', 'one'), await put('a.png', 'été')]
    const person = world.idOf('senior')
    const bytes = [
      'photo,by',
      'net.png,申大为',
      `/one/a.png,SENIOR@lab.test`,
      `${'été'.normalize('NFD')}/a.png, Olive Owner `,
      `${photo},${person}`,
      ',',
      'a.png,申大为',
      'gone.png,nobody',
      'net.png,ordinary@lab.test',
      '',
    ].join('\n')
    const wish = await wishFor(bytes, { misfits: 'giveBack' })
    const columns = wish.columns.map((one, at) => ({ ...one, type: at ? ('person' as const) : ('file' as const) }))
    expect(await done({ ...wish, columns })).toMatchObject({
      state: 'partlyFailed',
      result: {
        rows: 4,
        misfits: 3,
        unfit: [
          { column: 'photo', reason: 'noSuchName', count: 1, examples: [{ row: 8, text: 'gone.png' }] },
          { column: 'photo', reason: 'nameNotUnique', count: 1, examples: [{ row: 7, text: 'a.png' }] },
          {
            column: 'by',
            reason: 'noSuchName',
            count: 2,
            examples: [{ text: 'nobody' }, { text: 'ordinary@lab.test' }],
          },
        ],
      },
    })
    const [table] = await only()
    expect(await rowsOf(table?.id ?? '')).toEqual([
      [photo, person],
      [first, person],
      [second, world.idOf('owner')],
      [photo, person],
    ])
  })

  test.each([
    ['rows', 'text'],
    ['values that do not fit', 'number'],
  ] as const)('a file of more %s than the space has room for is not read to its end', async (_what, type) => {
    const { world, wishFor, done, spaceId, only } = await scene()
    const text = Array.from({ length: 600 }, (_, at) => sha256(String(at)).toString('hex')).join('')
    const wish = await wishFor(`note\n${`${text}\n`.repeat(1000)}`, { misfits: 'giveBack' })
    await world.db.updateTable('space').set({ capacity_bytes: 1_000_000 }).where('id', '=', spaceId).execute()
    const columns = wish.columns.map((one) => ({ ...one, type }))
    const task = await done({ ...wish, columns })
    expect(task).toMatchObject({ state: 'failed', error: 'spaceFull' })
    expect(task.itemsDone).toBeLessThan(1000)
    expect(await only()).toEqual([])
  })

  test('a new table of an import that comes to nothing takes no storage of its space', async () => {
    const { world, wishFor, done, spaceId, only } = await scene()
    const used = () =>
      world.db.selectFrom('space_usage').select('used_bytes').where('space_id', '=', spaceId).executeTakeFirstOrThrow()
    const before = await used()
    const wish = await wishFor('depth\n0.5\ndeep\n')
    const columns = wish.columns.map((one) => ({ ...one, type: 'number' as const }))
    expect(await done({ ...wish, columns })).toMatchObject({ state: 'failed', error: 'tableMisfits' })
    expect(await only()).toEqual([])
    expect(await used()).toEqual(before)
  })

  test('a name of many files, written in many ways, is told as fast as another', async () => {
    const { world, wishFor, done, owner, spaceId } = await scene()
    const name = `${'é'.repeat(12)}.png`.normalize('NFC')
    const { hash } = await upload(owner, { spaceId, name }, Buffer.from('one'))
    await sql`
      with folder as (
        insert into node (id, space_id, parent_id, is_folder, name, mime, author_id)
        select gen_random_uuid(), f.space_id, f.parent_id, true, 'f' || g, '', f.author_id
        from node f, generate_series(1, 2000) as g where f.name = ${name} returning id, space_id, author_id)
      insert into node (id, space_id, parent_id, is_folder, name, mime, author_id)
      select gen_random_uuid(), space_id, id, false, ${name}, 'image/png', author_id from folder`.execute(world.db)
    const written = Array.from({ length: 4096 }, (_, ways) =>
      [...name].map((one, at) => one.normalize((ways >> at) & 1 ? 'NFD' : 'NFC')).join(''),
    )
    const wish = await wishFor(`photo\n${hash}\n${written.join('\n')}\n`, { misfits: 'giveBack' })
    const columns = wish.columns.map((one) => ({ ...one, type: 'file' as const }))
    expect(await done({ ...wish, columns })).toMatchObject({
      result: { rows: 1, misfits: 4096, unfit: [{ reason: 'nameNotUnique', count: 4096 }] },
    })
  })

  test('a row that is refused for its other cells or its key comes back with the name of the person', async () => {
    const { wishFor, done, rowsOf, owner, spaceId, world } = await scene()
    const { id: tableId } = await owner.data(tables.create, {
      spaceId,
      name: 'Strict',
      columns: [
        { name: 'station', type: 'text', rules: { pattern: 'S\\d+', isStrict: true } },
        { name: 'by', type: 'person' },
      ],
    })
    const columns: Wish['columns'] = [
      { index: 0, type: 'text', target: 1 },
      { index: 1, type: 'person', target: 2 },
    ]
    const bytes = 'station,by\nS07,申大为\nT08,Olive Owner\nS09,申大为\n'
    const wish = await wishFor(bytes, { mode: 'upsert', tableId, columns, keys: [2], misfits: 'giveBack' })
    const task = await done(wish)
    expect(task).toMatchObject({
      state: 'partlyFailed',
      result: {
        unfit: [{ reason: 'ruleBroken' }, { reason: 'repeatedKey', examples: [{ row: 4, text: '申大为' }] }],
      },
    })
    expect(await rowsOf(tableId)).toEqual([['S07', world.idOf('senior')]])
    const given = await (await owner.fetch(`/api/tables/import/${task.id}/misfits`)).text()
    const [, broken, repeated] = given.split('\r\n')
    expect(broken).toMatch(/^T08,Olive Owner,3,/)
    expect(repeated).toMatch(/^S09,申大为,4,/)
  })

  test('values that do not fit are told to who imported them, and not to others who see the task', async () => {
    const { world, owner, spaceId } = await scene()
    const senior = await world.as('senior')
    const { id } = await senior.data(tableFiles.import, {
      spaceId,
      source: await sentTable(senior, spaceId, 'depth\ndeep\n', 'depths.csv'),
      hasHeader: true,
      mode: 'new',
      name: 'Depths',
      headings: ['depth'],
      columns: [{ index: 0, name: 'depth', type: 'number' }],
      misfits: 'refuse',
    })
    await world.services.tasks.drain()
    const failed = { state: 'failed', error: 'tableMisfits' }
    const unfit = [{ column: 'depth', reason: 'notNumber', count: 1, examples: [{ row: 2, text: 'deep' }] }]
    expect(await senior.data(tasks.show, { id })).toMatchObject({ ...failed, result: { unfit } })
    const seen = [await owner.data(tasks.show, { id }), ...(await owner.data(tasks.ofSpace, { spaceId })).list]
    expect(seen).toMatchObject([failed, failed])
    expect(seen.map(({ result }) => result)).toEqual([{}, {}])
  })

  test('while an import works in a table, it is read but not changed, and who imports is told; cancelling leaves it as it was', async () => {
    const { world, wishFor, done, only, owner, spaceId, rowsOf } = await scene()
    const senior = await world.as('senior')
    await done(await wishFor(CSV))
    const [table] = await only()
    const one = { spaceId, id: table?.id ?? '' }
    const { columnList } = await owner.data(tables.show, one)
    const before = await rowsOf(one.id)
    const columns: Wish['columns'] = columnList.map(({ id, type }, index) => ({ index, type, target: id }))
    const change = { kind: 'addRows' as const, columns: [], rows: [[]] }
    const wish = await wishFor('station,depth,taken,good\nS11,1,2026-08-06,yes\nS12,deep,2026-08-06,no\n', {
      mode: 'append',
      tableId: one.id,
      columns,
      misfits: 'giveBack',
    })
    const { id } = await owner.data(tableFiles.import, { ...wish, rows: 2 })
    let running: Promise<unknown> = Promise.resolve()
    await world.db.transaction().execute(async (tx) => {
      // Rows that do not fit can't be kept meanwhile, so that the import stands still in the middle of its file.
      await sql`lock table table_misfit in share mode`.execute(tx)
      running = world.services.tasks.drain()
      await expect.poll(() => heldUpIn(world)).toBe(1)
      expect(await senior.data(tables.show, one)).toMatchObject({
        lock: { taskId: id, personName: 'Olive Owner', total: 2 },
      })
      expect(await senior.call(tables.change, { ...one, change })).toMatchObject({ error: 'tableLocked' })
      expect((await senior.data(tables.rows, one)).rows).toHaveLength(before.length)
      await owner.data(tasks.cancel, { id })
    })
    await running
    expect(await owner.data(tasks.show, { id })).toMatchObject({ state: 'cancelled' })
    expect(await owner.data(tables.show, one)).toMatchObject({ lock: null })
    expect(await rowsOf(one.id)).toEqual(before)
    const { rows } = await sql`select from pg_tables where schemaname = 'table_imports'`.execute(world.db)
    expect(rows).toEqual([])
    expect(await senior.call(tables.change, { ...one, change })).toMatchObject({ code: 0 })
  })

  test('each sheet of a workbook is a table of its own, and a file without headings is imported from its first row', async () => {
    const { owner, spaceId, done, rowsOf } = await scene()
    const source = await sentTable(owner, spaceId, await readFile(TWO_SHEETS), 'sheets.xlsx')
    const { sheets: names } = await owner.data(tableFiles.scan, { spaceId, source })
    expect(names.length).toBeGreaterThan(1)
    for (const [sheet, title] of names.entries()) {
      const scan = await owner.data(tableFiles.scan, { spaceId, source, sheet })
      const wish = {
        spaceId,
        source,
        sheet,
        hasHeader: scan.hasHeader,
        firstRow: scan.firstRow,
        mode: 'new' as const,
        name: title,
        headings: scan.columns.map(({ heading }) => heading),
        // Formulas that were never calculated have no value that fits.
        columns: scan.columns.flatMap(({ name, type, format, formulas }, index) =>
          formulas ? [] : [{ index, name, type, format }],
        ),
        misfits: 'giveBack' as const,
      }
      const task = await done(wish)
      expect(Number(task.result.rows) + Number(task.result.misfits)).toBe(scan.rows)
    }
    expect((await owner.data(tables.list, { spaceId })).list.map(({ name }) => name).toSorted()).toEqual(
      names.toSorted(),
    )
    const plain = await sentTable(owner, spaceId, 'S07,1\nS09,2\n', 'plain.csv')
    const task = await done({
      spaceId,
      source: plain,
      hasHeader: false,
      mode: 'new',
      name: 'Plain',
      headings: ['A', 'B'],
      columns: [
        { index: 0, name: 'Station', type: 'text' },
        { index: 1, name: 'Depth', type: 'number' },
      ],
      misfits: 'refuse',
    })
    expect(await rowsOf(String(task.result.table))).toEqual([
      ['S07', '1'],
      ['S09', '2'],
    ])
  })
})

test('a file that is larger than what one person may have in memory is uploaded', async () => {
  const { owner, spaceId } = await scene()
  const body = new FormData()
  body.append('spaceId', spaceId)
  body.append('file', new Blob([Buffer.alloc(BODIES_BYTES.each + 1, '1,2\n')]), 'large.csv')
  const sent = await owner.fetch('/api/tables/files', { method: 'POST', body })
  expect(await sent.json()).toMatchObject({ code: 0, data: { name: 'large.csv' } })
})

test('of the files that one person uploads, the newest are kept, and what is being imported', async () => {
  const { world, owner, spaceId, uploaded, wishFor } = await scene()
  const wish = await wishFor(CSV)
  const { id } = await owner.data(tableFiles.import, wish)
  const first = await uploaded('first\n1\n')
  for (let n = 1; n < TABLE_FILES_OF_ONE.files; n++) await uploaded(`n\n${n}\n`)
  const scan = async (source: Wish['source']) => {
    const answer = await owner.call(tableFiles.scan, { spaceId, source })
    return 'error' in answer ? answer.error : undefined
  }
  expect(await scan(first)).toBeUndefined()
  await uploaded('last\n1\n')
  expect([await scan(first), await scan(wish.source)]).toEqual(['tableFileGone', undefined])
  await world.services.tasks.drain()
  expect(await owner.data(tasks.show, { id })).toMatchObject({ state: 'completed' })
  await Promise.all(Array.from({ length: 10 }, (_, n) => uploaded(`at once\n${n}\n`)))
  expect(await world.db.selectFrom('table_upload').select('id').execute()).toHaveLength(TABLE_FILES_OF_ONE.files)
})

describe('what an import must not do', () => {
  /** A table with one strict column, and a wish to append to it. */
  async function strictScene(rules: object) {
    const found = await scene()
    const { owner, spaceId, wishFor, rowsOf, done } = found
    const column = { name: 'station', type: 'text' as const, rules: { ...rules, isStrict: true } }
    const { id: tableId } = await owner.data(tables.create, { spaceId, name: 'Strict', columns: [column] })
    const columns: Wish['columns'] = [{ index: 0, type: 'text', target: 1 }]
    const append = async (bytes: string, more: Partial<Wish> = {}) =>
      done(await wishFor(bytes, { mode: 'append', tableId, columns, ...more }))
    return { ...found, append, rows: () => rowsOf(tableId) }
  }

  test('a new table never takes the place of one that is there, whatever table is named', async () => {
    const { owner, spaceId, wishFor, done, rowsOf } = await scene()
    const { id: tableId } = await owner.data(tables.create, {
      spaceId,
      name: 'Kept',
      columns: [{ name: 'a', type: 'text' }],
    })
    const change = { kind: 'addRows' as const, columns: [1], rows: [['mine']] }
    await owner.data(tables.change, { spaceId, id: tableId, change })
    const wish = await wishFor('station\nS07\n', { tableId })
    const columns: Wish['columns'] = [{ index: 0, name: 'station', type: 'number' }]
    expect(await done({ ...wish, columns })).toMatchObject({ state: 'failed', error: 'tableMisfits' })
    const task = await done(wish)
    expect(task.result.table).not.toBe(tableId)
    expect(await rowsOf(tableId)).toEqual([['mine']])
  })

  test.each<[string, Wish['columns'], string]>([
    ['without a name', [{ index: 0, type: 'text' }], 'invalid'],
    ['with a blank term', [{ index: 0, name: 'a', type: 'choice', options: [' '] }], 'invalid'],
    [
      'of a name that another one has',
      [
        { index: 0, name: 'a', type: 'text' },
        { index: 0, name: 'A', type: 'text' },
      ],
      'tableColumnNameTaken',
    ],
  ])('a column of a new table %s is refused before anything begins', async (_what, columns, error) => {
    const { owner, wishFor } = await scene()
    expect(await owner.call(tableFiles.import, { ...(await wishFor(CSV)), columns })).toMatchObject({ error })
  })

  test('rows that a strict column refuses are not imported, and given back', async () => {
    const { append, rows, owner } = await strictScene({ pattern: 'S\\d+' })
    const bytes = 'station\nS07\nT08\n'
    const unfit = [{ column: 'station', reason: 'ruleBroken', count: 1, examples: [{ row: 3, text: 'T08' }] }]
    expect(await append(bytes)).toMatchObject({ state: 'failed', error: 'tableMisfits', result: { unfit } })
    expect(await rows()).toEqual([])
    const task = await append(bytes, { misfits: 'giveBack' })
    expect(task).toMatchObject({ state: 'partlyFailed', result: { rows: 1, misfits: 1 } })
    expect(await rows()).toEqual([['S07']])
    const given = await (await owner.fetch(`/api/tables/import/${task.id}/misfits`)).text()
    expect(given.split('\r\n')[1]).toMatch(/^T08,3,/)
  })

  test('a value that a strict column has already refuses the import', async () => {
    const { append, rows } = await strictScene({ isUnique: true })
    await append('station\nS07\n')
    const unfit = [{ column: 'station', reason: 'ruleBroken', count: 1, examples: [{ row: null, text: 'S07' }] }]
    expect(await append('station\nS08\nS07\n')).toMatchObject({
      state: 'failed',
      error: 'tableMisfits',
      result: { unfit },
    })
    expect(await rows()).toEqual([['S07']])
  })

  test('a space without room takes no rows', async () => {
    const { append, rows, world, spaceId } = await strictScene({})
    await world.db.updateTable('space').set({ capacity_bytes: 1 }).where('id', '=', spaceId).execute()
    expect(await append('station\nS07\n')).toMatchObject({ state: 'failed', error: 'spaceFull' })
    expect(await rows()).toEqual([])
  })

  test('a number with a sign is given back as it was, a formula with a mark', async () => {
    const { wishFor, done, owner } = await scene()
    const wish = await wishFor('station,depth,taken\n=1+1,-999,never\n')
    const columns = wish.columns.map((column) => (column.index === 2 ? { ...column, type: 'date' as const } : column))
    const task = await done({ ...wish, columns, misfits: 'giveBack' })
    const given = await (await owner.fetch(`/api/tables/import/${task.id}/misfits`)).text()
    expect(given.split('\r\n')[1]).toMatch(/^'=1\+1,-999,never,2,/)
  })

  test('a text that can’t be stored is given back with what can', async () => {
    const { wishFor, done, owner, uploaded } = await scene()
    const wish = await wishFor('a\nx\n', { misfits: 'giveBack' })
    const source = await uploaded('{"a":"x\\ud800"}\n{"a":"y\\u0000"}\n{"a":"z"}\n', 'odd.jsonl')
    const task = await done({ ...wish, source })
    expect(task).toMatchObject({ state: 'partlyFailed', result: { rows: 1, misfits: 2 } })
    const given = await (await owner.fetch(`/api/tables/import/${task.id}/misfits`)).text()
    expect(given.split('\r\n').slice(1, 3)).toEqual([
      expect.stringMatching(/^x\ufffd,1,/),
      expect.stringMatching(/^y\ufffd,2,/),
    ])
  })
})

describe('GET /data/space/tables/:id/export', () => {
  test('what is exported is imported as it was', async () => {
    const { wishFor, done, rowsOf, only, owner, spaceId } = await scene()
    await done(await wishFor(CSV))
    const [table] = await only()
    const before = await rowsOf(table?.id ?? '')
    for (const format of ['csv', 'jsonl']) {
      const exported = await owner.fetch(
        `/api/data/space/tables/${table?.id}/export?spaceId=${spaceId}&format=${format}`,
      )
      const wish = await wishFor(await exported.text(), { name: `From ${format}` })
      const task = await done(wish)
      expect([format, task.state, task.message]).toEqual([format, 'completed', ''])
      expect(await rowsOf(String(task.result.table))).toEqual(before)
    }
  })

  test('a workbook with times of a column with a zone is imported as it was, in that zone', async () => {
    const { done, rowsOf, owner, spaceId } = await scene()
    const columns = [{ name: 'taken', type: 'datetime' as const, format: { offsetMinutes: 480 } }]
    const table = await owner.data(tables.create, { spaceId, name: 'Casts', columns })
    const rows = [['2026-11-21T22:30:15.000Z'], ['2026-12-31T16:00:00.000Z']]
    await owner.data(tables.change, { spaceId, id: table.id, change: { kind: 'addRows', columns: [1], rows } })
    const before = await rowsOf(table.id)
    const wish = { spaceId, format: 'xlsx' as const }
    const exported = await owner.fetch(`/api/data/space/tables/${table.id}/export?${new URLSearchParams(wish)}`)
    const source = await sentTable(owner, spaceId, new Uint8Array(await exported.arrayBuffer()), 'casts.xlsx')
    const task = await done({
      spaceId,
      source,
      hasHeader: true,
      mode: 'replace',
      tableId: table.id,
      headings: ['taken'],
      columns: [{ index: 0, target: 1, type: 'datetime', format: { zone: '+08:00' } }],
      misfits: 'refuse',
    })
    expect([task.state, task.message]).toEqual(['completed', ''])
    expect(await rowsOf(table.id)).toEqual(before)
    expect(before).toHaveLength(2)
  })

  test('a text too long for a cell of a workbook is refused before a byte is sent, wherever it stands', async () => {
    const { owner, spaceId } = await scene()
    const columns = [{ name: 'note', type: 'text' as const }]
    const { id } = await owner.data(tables.create, { spaceId, name: 'Notes', columns })
    const rows = [...Array.from({ length: 3000 }, () => ['short']), ['y'.repeat(40_000)]]
    await owner.data(tables.change, { spaceId, id, change: { kind: 'addRows', columns: [1], rows } })
    const get = (more: object) =>
      owner.fetch(`/api/data/space/tables/${id}/export?${new URLSearchParams({ spaceId, format: 'xlsx', ...more })}`)
    expect(await (await get({})).json()).toMatchObject({ error: 'tableTextTooLongForXlsx' })
    const question = JSON.stringify({
      filter: [{ match: 'all', conditions: [{ column: 1, operator: 'is', values: ['short'] }] }],
    })
    expect((await get({ question })).status).toBe(200)
  })

  test('what a filter of two hundred ticked values shows, and the page at that address', async () => {
    const { owner, spaceId } = await scene()
    const { id } = await owner.data(tables.create, {
      spaceId,
      name: 'Sites',
      columns: [{ name: 'site', type: 'text' }],
    })
    await owner.data(tables.change, {
      spaceId,
      id,
      change: { kind: 'addRows', columns: [1], rows: [['北湾'], ['南岸']] },
    })
    const values = ['北湾', ...Array.from({ length: 199 }, (_, at) => `高原湖泊生态观测站位第 ${at} 号`)]
    const filter = [{ match: 'all', conditions: [{ column: 1, operator: 'oneOf', values }] }]
    const wish = new URLSearchParams({ spaceId, format: 'csvForPrograms', question: JSON.stringify({ filter }) })
    const exported = await owner.fetch(`/api/data/space/tables/${id}/export?${wish}`)
    expect(await exported.text()).toBe('site\r\n北湾\r\n')
    const asked = new URLSearchParams({ table: id, ask: JSON.stringify({ filter }) })
    expect((await owner.fetch(`/space/${spaceId}/details/form?${asked}`)).status).toBe(200)
  })

  test('exactly what is seen, in every format', async () => {
    const { wishFor, done, only, owner, spaceId } = await scene()
    await done(await wishFor(CSV))
    const [table] = await only()
    const question = JSON.stringify({
      filter: [{ match: 'all', conditions: [{ column: 2, operator: 'notEmpty' }] }],
      sort: [{ column: 2, order: 'desc' }],
    })
    const address = (format: string) =>
      `/api/data/space/tables/${table?.id}/export?${new URLSearchParams({ spaceId, format, question, columns: '2,1' })}`
    const csv = await owner.fetch(address('csvForPrograms'))
    expect(await csv.text()).toBe('depth,station\r\n1234.5,007\r\n0.5,S07\r\n')
    for (const [format, begins] of [
      ['xlsx', 'PK'],
      ['parquet', 'PAR1'],
    ] as const) {
      const response = await owner.fetch(address(format))
      expect(response.headers.get('content-disposition')).toContain(`Stations.${format}`)
      expect((await response.text()).startsWith(begins)).toBe(true)
    }
    expect((await owner.fetch(address('csv').replace('question=', 'question=x'))).status).toBe(400)
  })

  test('more at once than a server has connections for are refused, and their places are free again', async () => {
    const { world, wishFor, done, only, owner, spaceId } = await scene()
    await done(await wishFor(CSV))
    const [table] = await only()
    const of = (columns: string) =>
      owner.fetch(
        `/api/data/space/tables/${table?.id}/export?${new URLSearchParams({ spaceId, format: 'csv', columns })}`,
      )
    for (let nth = 0; nth < 5; nth += 1) expect((await of('99')).status).toBe(404)
    const begun = await world.db.transaction().execute(async (tx) => {
      await sql`lock table data_column in access exclusive mode`.execute(tx)
      const all = Array.from({ length: 4 }, () => of('1'))
      expect((await Promise.race(all)).status).toBe(503)
      return all
    })
    const answers = await Promise.all(begun)
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 503])
    for (const answer of answers) await answer.text()
    await expect.poll(async () => (await of('1')).status).toBe(200)
  })
})
