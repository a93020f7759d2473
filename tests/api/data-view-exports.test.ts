import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { parquetReadObjects } from 'hyparquet'
import { describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { openTableFile } from '#server/table-files/open.ts'
import { noNotes } from '#server/table-files/source.ts'
import { hasProgram } from '../services/program.ts'
import { buildViews, type QueryWish } from '../support/data-view.ts'
import { tokenOf } from '../support/token.ts'
import { upload } from '../support/upload.ts'

const { dataViews, files, journal, rights, tables, tableFiles, tasks } = contract
const docs = fileURLToPath(new URL('../../docs/', import.meta.url))
const run = promisify(execFile)
const LOOK = {
  filter: [{ match: 'all' as const, conditions: [{ field: 'f2', operator: 'greater' as const, values: ['1'] }] }],
  sort: [{ field: 'f2', order: 'desc' as const }],
}

/** A view of casts, and how it is taken out. */
async function withView(more: object = {}) {
  const views = await buildViews()
  const { id } = await views.save(views.simple, more)
  const root = (await views.owner.data(files.show, { spaceId: views.spaceId, hash: 'root' })).hash
  const one = { spaceId: views.spaceId, id }
  const into = { ...one, format: 'csv' as const, name: 'out', toSpaceId: views.spaceId, folder: root }
  const get = (format: string, look?: object, viewId = id, who = views.owner) => {
    const asked = new URLSearchParams({ spaceId: views.spaceId, format, ...(look && { look: JSON.stringify(look) }) })
    return who.fetch(`/api/data/space/data-views/${viewId}/export?${asked}`)
  }
  const refusalOf = async (answer: Promise<Response>) => (await (await answer).json()) as { error: string }
  return { ...views, id, one, into, get, refusalOf }
}

describe('refusals', () => {
  test('whoever may not see the view or a source of it takes nothing out', async () => {
    const { world, owner, spaceId, casts, one, into, get, refusalOf, id } = await withView()
    const senior = await world.as('senior')
    expect((await get('csv', undefined, id, senior)).status).toBe(200)
    const ordinary = await world.as('ordinary')
    expect(await refusalOf(get('csv', undefined, id, ordinary))).toMatchObject({ error: 'spaceNotFound' })
    expect(await ordinary.call(dataViews.exportInto, into)).toMatchObject({ error: 'spaceNotFound' })
    await owner.data(tables.edit, { spaceId, id: casts.id, isShared: false })
    expect(await refusalOf(get('csv', undefined, id, senior))).toMatchObject({ error: 'dataViewBroken' })
    expect(await senior.call(dataViews.exportInto, into)).toMatchObject({ error: 'dataViewBroken' })
    const gone = { ...one, id: '00000000-0000-4000-8000-000000000000' }
    expect(await owner.call(dataViews.exportInto, { ...into, ...gone })).toMatchObject({ error: 'dataViewGone' })
    expect(await refusalOf(get('csv', undefined, gone.id))).toMatchObject({ error: 'dataViewGone' })
  })

  test('a look that is none, or by a column that is not there', async () => {
    const { get, refusalOf } = await withView()
    expect(await refusalOf(get('csv', { filter: 'deep' }))).toMatchObject({ error: 'invalid' })
    expect(await refusalOf(get('csv', { sort: [{ field: 'f9', order: 'asc' }] }))).toMatchObject({
      error: 'queryInvalid',
    })
  })

  test('a folder that is none, a name that is none, and no permission to make files there', async () => {
    const { world, owner, spaceId, into } = await withView()
    expect(await owner.call(dataViews.exportInto, { ...into, folder: spaceId })).toMatchObject({
      error: 'folderGone',
    })
    expect(await owner.call(dataViews.exportInto, { ...into, name: 'a/b' })).toMatchObject({
      error: 'fileNameInvalid',
    })
    await owner.data(rights.setOfSpace, { id: spaceId, senior: [], normal: [] })
    expect(await (await world.as('senior')).call(dataViews.exportInto, into)).toMatchObject({
      error: 'fileForbidden',
    })
  })

  test('a source that goes before the task runs leaves no file', async () => {
    const { world, owner, spaceId, casts, into } = await withView()
    const { id } = await owner.data(dataViews.exportInto, into)
    await owner.data(tables.remove, { spaceId, id: casts.id })
    await world.services.tasks.drain()
    expect(await owner.data(tasks.show, { id })).toMatchObject({ state: 'failed', error: 'dataViewBroken' })
    expect((await owner.data(files.list, { spaceId })).list).toEqual([])
  })
})

test('why an export failed is told to whoever began it; the values that it names, to nobody else', async () => {
  const { world, owner, spaceId, casts, into } = await withView()
  const senior = await world.as('senior')
  const sources = [{ name: 'Casts', source: casts.ref }]
  const definition = { sql: { text: 'select cast("Station" as integer) as a from Casts', sources } }
  const view = await senior.data(dataViews.create, { spaceId, name: 'Numbers', definition, isShared: false })
  const { id } = await senior.data(dataViews.exportInto, { ...into, id: view.id })
  await world.services.tasks.drain()
  const told = async (who: typeof owner) => {
    const { list } = await who.data(tasks.parts, { id })
    return [(await who.data(tasks.show, { id })).message, ...list.map(({ message }) => message)]
  }
  for (const message of await told(senior)) expect(message).toContain('S1')
  for (const message of await told(owner)) expect(message).toMatch(/: …$/)
})

describe('a download', () => {
  test('has all rows, or exactly those that are seen, in their order', async () => {
    const { get } = await withView()
    const all = await get('csvForPrograms')
    expect(all.headers.get('content-disposition')).toContain('Warm%20water.csv')
    expect((await all.text()).split('\r\n')).toEqual([
      'Station,Depth,Temperature',
      'S1,0,8.5',
      'S1,10,6.25',
      'S2,0,9',
      's10,5,',
      ',2.5,7',
      '',
    ])
    const seen = await (await get('csvForPrograms', LOOK)).text()
    expect(seen).toBe('Station,Depth,Temperature\r\nS1,10,6.25\r\ns10,5,\r\n,2.5,7\r\n')
  })

  test('is written to the journal, and an Excel workbook is read back as it was', async () => {
    const { world, owner, spaceId, into, get } = await withView()
    expect((await get('xlsx')).headers.get('content-type')).toContain('spreadsheetml')
    const { list } = await owner.data(journal.list, { id: spaceId })
    expect(list.map(({ action }) => action)).toContain('dataViewExported')
    const { id } = await owner.data(dataViews.exportInto, { ...into, format: 'xlsx', look: LOOK })
    await world.services.tasks.drain()
    const done = await owner.data(tasks.show, { id })
    expect(done).toMatchObject({ kind: 'dataViewExport', state: 'completed', title: 'out.xlsx' })
    const source = { from: 'file' as const, hash: String(done.result.file) }
    const scan = await owner.data(tableFiles.scan, { spaceId, source })
    expect(scan).toMatchObject({ rows: 3, columns: [{ name: 'Station' }, { name: 'Depth' }, { name: 'Temperature' }] })
  })

  test('has numbers in a workbook where a formula or a sum made them, and stored ones to the last digit', async () => {
    const { owner, spaceId, casts, column, get, save } = await withView()
    const long = '1234567890.1234567891'
    const change = { kind: 'addRows' as const, columns: casts.ids.slice(0, 3), rows: [['S1', long, '3']] }
    await owner.data(tables.change, { spaceId, id: casts.id, change })
    const third = { key: 'f4', name: 'Third', from: { kind: 'formula' as const, formula: '[Depth] / 3' } }
    const fields = [column('f1', 'Station', 0, 0), column('f2', 'Depth', 0, 1), third]
    const filter = [
      { match: 'all' as const, conditions: [{ field: 'f2', operator: 'greater' as const, values: ['99'] }] },
    ]
    const rows = await save({ base: casts.ref, fields, filter }, { name: 'Rows' })
    const ofView = (key: string, at: string) => ({
      key,
      name: key,
      from: { kind: 'column' as const, source: 0 as const, column: at },
    })
    const over: QueryWish = {
      base: { kind: 'view', id: rows.id },
      fields: [ofView('f1', 'f2'), ofView('f2', 'f4')],
      measures: [
        { key: 'm1', name: 'Sum', aggregate: 'sum', field: 'f1' },
        { key: 'm2', name: 'Greatest', aggregate: 'greatest', field: 'f1' },
        { key: 'm3', name: 'Greatest third', aggregate: 'greatest', field: 'f2' },
      ],
    }
    const sums = await save(over, { name: 'Sums' })
    const cellsIn = async (id: string) => {
      const bytes = Buffer.from(await (await get('xlsx', undefined, id)).arrayBuffer())
      const file = await openTableFile(bytes, 'a.xlsx')
      const [, row] = (await Array.fromAsync(file.read(0, noNotes()))).flat().map(({ cells }) => cells)
      file.close()
      return row?.map((cell) => [cell?.kind, cell?.text])
    }
    const third15 = ['number', '411522630.041152']
    expect(await cellsIn(rows.id)).toEqual([['text', 'S1'], ['text', long], third15])
    expect(await cellsIn(sums.id)).toEqual([['number', '1234567890.12346'], ['text', long], third15])
  })

  test('of a view over a file is Parquet with the same exact numbers as that over a table', async () => {
    const { owner, spaceId, get, save } = await withView()
    const text = 'Station,Depth,Temperature\nS1,0,8.5\nS1,10,6.25\nS2,0,9\ns10,5,\n,2.5,7\n'
    const { hash } = await upload(owner, { spaceId, name: 'casts.csv' }, Buffer.from(text))
    const field = (key: string, column: string) => ({
      key,
      name: column,
      from: { kind: 'column' as const, source: 0, column },
    })
    const query: QueryWish = {
      base: { kind: 'file', hash },
      fields: [field('f1', 'Station'), field('f2', 'Depth'), field('f3', 'Temperature')],
    }
    const over = await save(query, { name: 'Over the file' })
    const rowsOf = async (answer: Promise<Response>) => parquetReadObjects({ file: await (await answer).arrayBuffer() })
    const expected = [
      { Station: 'S1', Depth: 0, Temperature: 8.5 },
      { Station: 'S1', Depth: 10, Temperature: 6.25 },
      { Station: 'S2', Depth: 0, Temperature: 9 },
      { Station: 's10', Depth: 5, Temperature: null },
      { Station: null, Depth: 2.5, Temperature: 7 },
    ]
    expect(await rowsOf(get('parquet'))).toEqual(expected)
    expect(await rowsOf(get('parquet', undefined, over.id))).toEqual(expected)
    expect(await rowsOf(get('parquet', LOOK, over.id))).toHaveLength(3)
  })

  test('of more rows than a batch comes whole, and one that is given up leaves its place to others', async () => {
    const { owner, spaceId, save, get } = await withView()
    const text = `n\n${Array.from({ length: 50_000 }, (_, at) => at).join('\n')}\n`
    const { hash } = await upload(owner, { spaceId, name: 'many.csv' }, Buffer.from(text))
    const from = { kind: 'column' as const, source: 0, column: 'n' }
    const { id } = await save(
      { base: { kind: 'file', hash }, fields: [{ key: 'f1', name: 'n', from }] },
      { name: 'Many' },
    )
    for (let time = 0; time < 3; time += 1) {
      const given = await get('jsonl', undefined, id)
      await given.body?.cancel()
    }
    await expect.poll(async () => (await get('csvForPrograms', undefined, id)).status).toBe(200)
    const lines = (await (await get('csvForPrograms', undefined, id)).text()).trim().split('\r\n')
    expect(lines).toHaveLength(50_001)
    expect(lines.at(-1)).toBe('49999')
  })
})

describe('the examples', () => {
  async function started(program: string, file: string, isById = false) {
    const { world, owner, one, identifier } = await withView()
    const names = isById ? [one.spaceId, one.id] : [identifier, 'Warm water']
    const { stdout } = await run(program, [`${docs}examples/${file}`, world.origin, ...names], {
      env: { ...process.env, DATASPACE_TOKEN: await tokenOf(owner) },
    })
    return stdout.split(/\r?\n/).map((line) => line.trim().replace(/ +/g, ' '))
  }

  test.each(['views.py', 'views.R', 'views.sh'])('%s stands in the documentation word for word', (file) => {
    const page = readFileSync(`${docs}data-views.md`, 'utf8')
    expect(page).toContain(readFileSync(`${docs}examples/${file}`, 'utf8').trim())
  })

  test.runIf(hasProgram('/usr/lib/python3/dist-packages/pandas'))('Python reads a view into pandas', async () => {
    expect(await started('/usr/bin/python3', 'views.py')).toEqual([
      'Station Depth Temperature',
      'S1 10.0 6.25',
      's10 5.0 NaN',
      'NaN 2.5 7.00',
      '',
    ])
  })

  test.runIf(hasProgram('/usr/lib/R/site-library/jsonlite'))('R reads a view into a frame', async () => {
    expect(await started('/usr/bin/Rscript', 'views.R')).toEqual(expect.arrayContaining(['S1 5', 'S2 0', 's10 5']))
  })

  test.runIf(hasProgram('/usr/bin/curl'))('curl streams a view', async () => {
    expect((await started('/bin/sh', 'views.sh', true))[0]).toBe('{"Station":"S1","Depth":10,"Temperature":6.25}')
  })
})
