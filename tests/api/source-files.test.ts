import type { RequestListener } from 'node:http'
import { describe, expect, test } from 'vitest'
import type { InputOf } from '#contract/core/operation.ts'
import { contract } from '#contract/index.ts'
import { xlsxBytes } from '#server/table-files/write/xlsx.ts'
import { serveSite } from '../services/site.ts'
import { tokenOf } from '../support/token.ts'
import { buildWorld } from '../support/world.ts'

const { account, dataSources, dataViews, sourceImports, tables, tasks } = contract
type Draft = Omit<InputOf<typeof dataSources.create>, 'spaceId'>
const CSV = 'Station,Depth,Taken\nS07,"12,50",2026-08-04\n007,"3,00",2026-08-05\n'
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`

/** A private space, and a site with one file that may change. */
async function scene({ text = CSV, listener }: { text?: string; listener?: RequestListener } = {}) {
  const world = await buildWorld()
  const { id: spaceId } = await world.space({ type: 'private' })
  const owner = await world.as('owner')
  const file = { text, tag: '"one"' as string | null, sent: 0 }
  const site = await serveSite(
    world,
    listener ??
      ((request, response) => {
        if (request.url !== '/lab/readings.csv') return response.writeHead(404).end()
        if (request.headers.authorization !== basic('reader:secret')) return response.writeHead(401).end()
        if (file.tag && request.headers['if-none-match'] === file.tag) return response.writeHead(304).end()
        file.sent += 1
        return response.writeHead(200, file.tag ? { etag: file.tag } : {}).end(file.text)
      }),
  )
  const draft: Draft = {
    name: 'Readings',
    kind: 'https',
    host: '127.0.0.1',
    port: Number(site.host.split(':')[1]),
    database: 'lab/readings.csv',
    account: 'reader',
    password: 'secret',
    tls: 'off',
  }
  const refusal = async (changes: Partial<Draft>) => {
    const answer = await owner.call(dataSources.test, { ...draft, ...changes, spaceId })
    return 'error' in answer ? answer.error : null
  }
  const add = (changes: Partial<Draft> = {}) => owner.data(dataSources.create, { ...draft, ...changes, spaceId })
  return { world, owner, spaceId, site, file, draft, refusal, add }
}

/** An import that writes rows of the file by their station. */
async function imported(more: Partial<InputOf<typeof sourceImports.create>> = {}) {
  const one = await scene()
  const { owner, spaceId, world } = one
  const { id: sourceId } = await one.add()
  const headings = ['Station', 'Depth']
  const wish: InputOf<typeof sourceImports.create> = {
    spaceId,
    sourceId,
    title: 'Readings',
    schema: 'readings.csv',
    table: 'readings.csv',
    headings,
    columns: [
      { index: 0, type: 'text', name: 'Station' },
      { index: 1, type: 'number', name: 'Depth', format: { decimal: ',' } },
    ],
    mode: 'upsert',
    keys: [1],
    target: { to: 'new', name: 'Readings' },
    ...more,
  }
  const made = await owner.call(sourceImports.create, wish)
  await world.services.tasks.drain()
  const id = 'error' in made ? '' : made.data.id
  const run = async (isFromStart = false) => {
    await owner.data(sourceImports.run, { spaceId, id, isFromStart })
    await world.services.tasks.drain()
    return (await owner.data(sourceImports.runs, { spaceId, id })).list[0]
  }
  const rows = async () => {
    const [found] = (await owner.data(sourceImports.list, { spaceId })).list
    const page = await owner.data(tables.rows, { spaceId, id: found?.target.id ?? '' })
    return page.rows.map(({ cells }) => cells)
  }
  return { ...one, wish, made, id, run, rows }
}

describe('refusals', () => {
  test.each<[what: string, changes: Partial<Draft>, error: string]>([
    ['a wrong password', { password: 'wrong' }, 'dataSourcePasswordWrong'],
    ['a file that is not there', { database: 'lab/other.csv' }, 'dataSourceFileGone'],
    ['an address within the network of the server', { host: '127.0.0.2' }, 'outsideRefused'],
    ['an address of the network', { host: '10.1.2.3', port: 443 }, 'outsideRefused'],
    ['a site without TLS', { tls: 'verified' }, 'dataSourceTls'],
    ['a database without an account', { kind: 'postgresql', account: '' }, 'dataSourceAccountNeeded'],
  ])('%s', async (_what, changes, error) => {
    const { refusal } = await scene()
    expect(await refusal(changes)).toBe(error)
  })

  test('a site that fails, and one that sends what is no table', async () => {
    const { refusal } = await scene({ listener: (_request, response) => response.writeHead(500).end() })
    expect(await refusal({})).toBe('dataSourceFailed')
    const { owner, spaceId, add } = await scene({ text: '\0\u0001\u0002' })
    const { id } = await add()
    expect(await owner.call(dataSources.tables, { spaceId, id })).toMatchObject({ error: 'tableFileUnreadable' })
  })

  test('a database saved without an account, and a redirection to an address within', async () => {
    const { owner, spaceId, draft } = await scene()
    const wish = { ...draft, kind: 'mysql' as const, account: '', spaceId }
    expect(await owner.call(dataSources.create, wish)).toMatchObject({ error: 'dataSourceAccountNeeded' })
    const { refusal } = await scene({
      listener: (_request, response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
    })
    expect(await refusal({})).toBe('outsideRefused')
  })

  test('conditions and a watermark, because a file is read whole', async () => {
    const conditions = [{ column: 'Depth', operator: 'gt' as const, value: '1' }]
    expect((await imported({ conditions })).made).toMatchObject({ error: 'invalid' })
    expect((await imported({ watermark: 'Taken' })).made).toMatchObject({ error: 'invalid' })
  })

  test('a password is not sent to another path’s host, and a sheet that is not there is told', async () => {
    const { owner, spaceId, draft, add } = await scene()
    const { id } = await add()
    const { password: _, ...kept } = draft
    expect(await owner.call(dataSources.edit, { ...kept, spaceId, id, host: 'other.example' })).toMatchObject({
      error: 'dataSourcePasswordNeeded',
    })
    expect(await owner.call(dataSources.look, { spaceId, id, schema: 'readings.csv', table: 'x' })).toMatchObject({
      error: 'dataSourceTableGone',
    })
  })
})

test('a file is tried, looked into, and read once as long as it stays as it is', async () => {
  const { owner, spaceId, draft, add, file } = await scene()
  expect(await owner.data(dataSources.test, { ...draft, spaceId })).toEqual({ version: 'readings.csv' })
  const { id } = await add()
  file.sent = 0
  const { list } = await owner.data(dataSources.tables, { spaceId, id })
  expect(list).toEqual([{ schema: 'readings.csv', name: 'readings.csv', kind: 'table', rows: 2 }])
  const at = { schema: 'readings.csv', table: 'readings.csv' }
  const { columns, sample } = await owner.data(dataSources.look, { spaceId, id, ...at })
  expect(columns.map(({ name, cellType }) => [name, cellType])).toEqual([
    ['Station', 'text'],
    ['Depth', 'number'],
    ['Taken', 'date'],
  ])
  expect(columns[1]?.format).toMatchObject({ decimal: ',' })
  expect(sample).toEqual([
    ['S07', '12,50', '2026-08-04'],
    ['007', '3,00', '2026-08-05'],
  ])
  expect(file.sent).toBe(1)
})

test('a sheet of a workbook is a table by its name', async () => {
  async function* rows() {
    yield [['S07']]
  }
  const book = await Array.fromAsync(xlsxBytes('Casts', [{ name: 'Station', type: 'text' }], rows()))
  const { owner, spaceId, add } = await scene({
    listener: (_request, response) => response.end(Buffer.concat(book.map((piece) => Buffer.from(piece)))),
  })
  const { id } = await add()
  const { list } = await owner.data(dataSources.tables, { spaceId, id })
  expect(list.map(({ schema, name }) => [schema, name])).toEqual([['readings.csv', 'Casts']])
})

test('an object store is asked with a signature', async () => {
  const { owner, spaceId, add, site } = await scene({ listener: (_request, response) => response.end(CSV) })
  const { id } = await add({ kind: 's3', database: '/lab/readings.csv', account: 'AKIA' })
  expect((await owner.data(dataSources.tables, { spaceId, id })).list).toHaveLength(1)
  expect(site.asked[0]?.url).toBe('/lab/readings.csv')
  expect(site.asked[0]?.headers.authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=AKIA\/\d+\/us-east-1\/s3\//)
})

describe('an import', () => {
  test.each(['append', 'replace'] as const)(
    'that is to %s fills the new table with the rows in their order',
    async (mode) => {
      const { rows } = await imported({ mode, keys: [] })
      expect(await rows()).toEqual([
        ['S07', '12.5'],
        ['007', '3'],
      ])
    },
  )

  test('brings the rows, and reads a file that has not changed no more', async () => {
    const { file, run, rows } = await imported()
    const first = [
      ['S07', '12.5'],
      ['007', '3'],
    ]
    expect(await rows()).toEqual(first)
    const { sent } = file
    const unchanged = await run()
    expect(unchanged).toMatchObject({ state: 'completed', read: 0, written: 0 })
    expect(unchanged?.log.map(({ event }) => event)).toEqual(['unchanged'])
    expect(file.sent).toBe(sent)
    expect(await run(true)).toMatchObject({ state: 'completed', read: 2 })
    expect(file.sent).toBe(sent + 1)
  })

  test('changes rows by their key when the file has changed, and without a state reads it each time', async () => {
    const { file, run, rows } = await imported()
    file.text = 'Depth,Station\n"13,25",S07\n"1,00",S99\n'
    file.tag = '"two"'
    expect(await run()).toMatchObject({ state: 'completed', read: 2 })
    expect(await rows()).toEqual([
      ['S07', '13.25'],
      ['007', '3'],
      ['S99', '1'],
    ])
    file.tag = null
    const { sent } = file
    await run()
    await run()
    expect(file.sent).toBe(sent + 2)
  })

  test('fails with the cause when the file goes or loses a column, and leaves the table as it was', async () => {
    const { file, run, rows, owner, spaceId, id, site } = await imported()
    const before = await rows()
    file.text = 'Station\nS07\n'
    file.tag = '"three"'
    expect(await run()).toMatchObject({ state: 'failed', message: expect.stringContaining('Depth') })
    site.server.close()
    site.server.closeAllConnections()
    expect(await run()).toMatchObject({ state: 'failed' })
    expect(await rows()).toEqual(before)
    expect((await owner.data(sourceImports.show, { spaceId, id })).reached).toContain('"one"')
  })

  test('gives rows back that do not fit, with the columns that are read', async () => {
    const { file, run, owner } = await imported()
    file.text = 'Taken,Depth,Station\n2026-08-04,deep,S07\n'
    file.tag = '"four"'
    const last = await run()
    expect(last).toMatchObject({ state: 'partlyFailed', refused: 1 })
    const answer = await owner.fetch(`/api/tables/import/${last?.taskId}/misfits`)
    expect((await answer.text()).split('\r\n').slice(0, 2)).toEqual([
      expect.stringContaining('Station,Depth'),
      expect.stringContaining('S07,deep'),
    ])
    expect(await owner.data(tasks.show, { id: last?.taskId ?? '' })).toMatchObject({ state: 'partlyFailed' })
  })
})

/** A private space with a table, and another installation whose space reads it with an access token. */
async function twoSites() {
  const there = await buildWorld()
  const { id: farId, identifier } = await there.space({ type: 'private' })
  const far = await there.as('owner')
  const made = await far.data(tables.create, {
    spaceId: farId,
    name: 'Casts',
    columns: [
      { name: 'Station', type: 'text' },
      { name: 'Temperature', type: 'number' },
      { name: 'Day', type: 'date' },
      { name: 'Ice', type: 'boolean' },
    ],
  })
  const columns = made.columnList.map(({ id }) => id)
  const add = (rows: (string | boolean | null)[][]) =>
    far.data(tables.change, { spaceId: farId, id: made.id, change: { kind: 'addRows', columns, rows } })
  await add([
    ['007', '12345678901234567890.125', '2026-06-03', true],
    [null, null, null, null],
    ['S10', '0.5000000', null, null],
  ])
  const here = await buildWorld()
  const { id: spaceId } = await here.space({ type: 'private' })
  const owner = await here.as('owner')
  const { host, hostname, port } = new URL(there.origin)
  here.config.outside.allow.push(host)
  const draft: Draft = {
    name: 'Other lab',
    kind: 'tableApi',
    host: hostname,
    port: Number(port),
    database: identifier,
    account: '',
    password: await tokenOf(far, 'read'),
    tls: 'off',
  }
  const refusal = async (changes: Partial<Draft>) => {
    const answer = await owner.call(dataSources.test, { ...draft, ...changes, spaceId })
    return 'error' in answer ? answer.error : null
  }
  return { there, far, farId, identifier, here, owner, spaceId, draft, refusal, add, tableId: made.id }
}

describe('the tables of another installation', () => {
  test('are refused with their cause: token, space, address, what is no such installation', async () => {
    const { there, here, refusal } = await twoSites()
    expect(await refusal({ password: 'dst_wrong' })).toBe('dataSourceTokenWrong')
    expect(await refusal({ database: 'nowhere' })).toBe('dataSourceSpaceGone')
    expect(await refusal({ password: await tokenOf(await there.as('ordinary'), 'read') })).toBe('dataSourceSpaceGone')
    here.config.outside.allow.pop()
    expect(await refusal({})).toBe('outsideRefused')
    const site = await serveSite(here, (_request, response) => response.end('<html></html>'))
    const port = Number(site.host.split(':')[1])
    expect(await refusal({ host: '127.0.0.1', port })).toBe('dataSourceFailed')
  })

  test('are listed with its data views, looked into, and come into a table as exact as they are there', async () => {
    const { there, far, farId, identifier, here, owner, spaceId, draft, tableId, add } = await twoSites()
    const from = { kind: 'column' as const, source: 0, column: '1' }
    await far.data(dataViews.create, {
      spaceId: farId,
      name: 'Stations',
      definition: { query: { base: { kind: 'table', id: tableId }, fields: [{ key: 'f1', name: 'Station', from }] } },
    })
    const { version } = await owner.data(dataSources.test, { ...draft, spaceId })
    expect(version).toBe(`${identifier} (2)`)
    const { id } = await owner.data(dataSources.create, { ...draft, spaceId })
    const { list } = await owner.data(dataSources.tables, { spaceId, id })
    expect(list).toEqual([
      { schema: identifier, name: 'Casts', kind: 'table', rows: 3 },
      { schema: `${identifier} / views`, name: 'Stations', kind: 'view', rows: null },
    ])
    const casts = { schema: identifier, table: 'Casts' }
    const { columns, sample } = await owner.data(dataSources.look, { spaceId, id, ...casts })
    expect(columns.map(({ name, cellType }) => [name, cellType])).toEqual([
      ['Station', 'text'],
      ['Temperature', 'number'],
      ['Day', 'date'],
      ['Ice', 'boolean'],
    ])
    expect(sample[0]?.slice(0, 3)).toEqual(['007', '12345678901234567890.125', '2026-06-03'])
    const view = { schema: `${identifier} / views`, table: 'Stations' }
    expect((await owner.data(dataSources.look, { spaceId, id, ...view })).columns).toHaveLength(1)
    expect(await owner.call(dataSources.look, { spaceId, id, ...view, table: 'Casts' })).toMatchObject({
      error: 'dataSourceTableGone',
    })

    const { id: importId } = await owner.data(sourceImports.create, {
      spaceId,
      sourceId: id,
      title: 'Casts',
      ...casts,
      headings: ['Station', 'Temperature', 'Day', 'Ice'],
      columns: columns.map(({ cellType, name }, index) => ({ index, type: cellType, name })),
      mode: 'upsert',
      keys: [1],
      target: { to: 'new', name: 'Casts of the other lab' },
    })
    const run = async () => {
      await owner.data(sourceImports.run, { spaceId, id: importId, isFromStart: false })
      await here.services.tasks.drain()
      return (await owner.data(sourceImports.runs, { spaceId, id: importId })).list[0]
    }
    await here.services.tasks.drain()
    const rows = async () => {
      const [found] = (await owner.data(sourceImports.list, { spaceId })).list
      const page = await owner.data(tables.rows, { spaceId, id: found?.target.id ?? '' })
      return page.rows.map(({ cells }) => cells)
    }
    expect(await rows()).toContainEqual(['007', '12345678901234567890.125', '2026-06-03', true])
    expect(await run()).toMatchObject({ state: 'completed', read: 0, written: 0 })
    there.clock.advance(1000)
    await add([['S9', '-0.5', null, false]])
    expect(await run()).toMatchObject({ state: 'completed', read: 4 })
    expect(await rows()).toContainEqual(['S9', '-0.5', null, false])
    const [token] = await far.data(account.tokens, {})
    await far.data(account.removeToken, { id: token?.id ?? '' })
    expect(await run()).toMatchObject({ state: 'failed' })
    expect(await rows()).toContainEqual(['S9', '-0.5', null, false])
  })
})
