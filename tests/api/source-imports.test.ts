import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { SOURCE_IMPORTS_MAX, TABLE_TEXT_MAX } from '#contract/core/limits.ts'
import type { InputOf } from '#contract/core/operation.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/core/time.ts'
import { contract } from '#contract/index.ts'
import { PART_MS } from '#server/modules/data-sources/drivers/session.ts'
import { beginStaging } from '#server/modules/tables/import-store.ts'
import { onConnection } from '#server/storage/database.ts'
import { hasOpenssl } from '../services/certificates.ts'
import { hasMariadb } from '../services/mariadb.ts'
import { hasPostgres } from '../services/postgres.ts'
import { openSlowProxy } from '../services/slow-proxy.ts'
import { anotherNode } from '../support/another-node.ts'
import { isFull } from '../support/full.ts'
import { type SourceDatabases, startSourceDatabases } from '../support/source-databases.ts'
import { buildWorld, type Who } from '../support/world.ts'

const { dataSources, messages, rights, sourceImports, tableFiles, tables, tasks } = contract
type Draft = InputOf<typeof sourceImports.create>
const ROWS = isFull ? 5_000_000 : 200_000
/** Of the rows of either database about half, so that some have been stored. */
const CUT_BYTES = (ROWS / 2) * 70

describe('schedules', () => {
  test.each([
    ['61 * * * *', 'cronInvalid'],
    ['* * * *', 'cronInvalid'],
    ['0 0 0 1 1 *', 'cronInvalid'],
    ['0 0 30 2 *', 'cronInvalid'],
    ['* * * * *', 'cronTooOften'],
    ['0,1 * * * *', 'cronTooOften'],
  ])('%s: %s', async (cron, error) => {
    const world = await buildWorld()
    const answer = await (await world.as('owner')).call(sourceImports.next, { schedule: { cron, zone: 'UTC' } })
    expect(answer).toMatchObject({ error })
  })

  test('the next five times are those of the zone, through a change of its clocks', async () => {
    const world = await buildWorld()
    world.clock.advance(Date.parse('2027-03-26T12:00:00Z') - world.clock.now().getTime())
    const schedule = { cron: '30 6 * * *', zone: 'Europe/Berlin' }
    expect(await (await world.as('owner')).data(sourceImports.next, { schedule })).toEqual([
      '2027-03-27T05:30:00.000Z',
      '2027-03-28T04:30:00.000Z',
      '2027-03-29T04:30:00.000Z',
      '2027-03-30T04:30:00.000Z',
      '2027-03-31T04:30:00.000Z',
    ])
  })
})

describe('an import for one time', () => {
  /** A source that is asked nothing: runs only begin. */
  async function scene() {
    const world = await buildWorld()
    const { id: spaceId } = await world.space({ type: 'private' })
    const owner = await world.as('owner')
    const place = { host: 'db.lab.example', port: 5432, database: 'lab', account: 'reader' }
    const { id: sourceId } = await owner.data(dataSources.create, {
      ...place,
      spaceId,
      name: 'Lab',
      kind: 'postgresql',
    })
    const reading = { title: 'Once', schema: 'lab', table: 'cast', mode: 'append' as const, headings: ['station'] }
    const columns = [{ index: 0, name: 'Station', type: 'text' as const }]
    const inMs = (ms: number) => ({
      once: new Date(world.clock.now().getTime() + ms).toISOString(),
      zone: 'Asia/Shanghai',
    })
    const wish = (schedule: Draft['schedule'], name: string): Draft => ({
      ...reading,
      columns,
      spaceId,
      sourceId,
      schedule,
      isNow: false,
      target: { to: 'new', name },
    })
    const show = (id: string) => owner.data(sourceImports.show, { spaceId, id })
    return { world, owner, spaceId, wish, inMs, show }
  }

  test('runs once on two nodes, and is over', async () => {
    const { world, owner, spaceId, wish, inMs, show } = await scene()
    const past = { error: 'scheduleOver' }
    expect(await owner.call(sourceImports.create, wish(inMs(-1), 'Late'))).toMatchObject(past)
    const schedule = inMs(HOUR_MS)
    expect(await owner.data(sourceImports.next, { schedule })).toEqual([schedule.once])
    const made = await owner.data(sourceImports.create, wish(schedule, 'Early'))
    const { id } = made
    expect(made).toMatchObject({ schedule, isOn: true, nextAt: schedule.once, ranAt: null })
    const node = await anotherNode(world)
    const bothLook = async () => {
      const counts = await Promise.all([world.services.dataSources.runDue(), node.services.dataSources.runDue()])
      return counts.reduce((sum, count) => sum + count, 0)
    }
    expect(await bothLook()).toBe(0)
    world.clock.advance(HOUR_MS + MINUTE_MS)
    expect(await bothLook()).toBe(1)
    const ranAt = world.clock.now().toISOString()
    world.clock.advance(2 * HOUR_MS)
    expect(await bothLook()).toBe(0)
    expect(await show(id)).toMatchObject({ schedule, isOn: false, nextAt: null, missedAt: null, ranAt })
    expect((await owner.data(sourceImports.runs, { spaceId, id })).list).toMatchObject([{ isScheduled: true }])
    expect(await owner.call(sourceImports.setOn, { spaceId, id, isOn: true })).toMatchObject(past)
    // What is over is edited as it is, and begins anew with another time.
    const edited = { ...wish(schedule, ''), id, columns: made.columns, title: 'Twice' }
    expect(await owner.data(sourceImports.edit, edited)).toMatchObject({ title: 'Twice', isOn: false, ranAt })
    const again = inMs(HOUR_MS)
    expect(await owner.data(sourceImports.edit, { ...edited, schedule: again })).toMatchObject({
      isOn: true,
      nextAt: again.once,
      ranAt: null,
    })
  })

  test('waits for a run under way, however long it takes', async () => {
    const { world, owner, spaceId, wish, inMs, show } = await scene()
    const schedule = inMs(HOUR_MS)
    const { id } = await owner.data(sourceImports.create, { ...wish(schedule, 'Busy'), isNow: true })
    world.clock.advance(2 * HOUR_MS)
    expect(await world.services.dataSources.runDue()).toBe(0)
    expect(await show(id)).toMatchObject({ isOn: true, ranAt: null })
    await world.services.tasks.drain()
    expect(await world.services.dataSources.runDue()).toBe(1)
    expect(await show(id)).toMatchObject({ isOn: false, missedAt: null, ranAt: world.clock.now().toISOString() })
    expect((await owner.data(sourceImports.runs, { spaceId, id })).list).toHaveLength(2)
  })

  test('that nobody was there for is missed, and told once', async () => {
    const { world, owner, wish, inMs, show } = await scene()
    const schedule = inMs(HOUR_MS)
    const { id } = await owner.data(sourceImports.create, wish(schedule, 'Missed'))
    world.clock.advance(3 * HOUR_MS)
    const told = async () => {
      await world.services.dataSources.runDue()
      return (await owner.data(messages.list, {})).list.filter(({ kind }) => kind === 'importMissed').length
    }
    expect([await told(), await told()]).toEqual([1, 1])
    expect(await show(id)).toMatchObject({ isOn: false, nextAt: null, missedAt: schedule.once, ranAt: null })
  })
})

describe.skipIf(!hasMariadb || !hasPostgres || !hasOpenssl)('imports from real databases', () => {
  let databases: SourceDatabases
  beforeAll(async () => {
    databases = await startSourceDatabases(ROWS)
  }, 1_200_000)
  afterAll(() => databases?.stop())
  const kinds = ['postgresql', 'mysql'] as const
  type Kind = (typeof kinds)[number]

  async function scene({ kind = 'postgresql' as Kind, port }: { kind?: Kind; port?: number } = {}) {
    const world = await buildWorld({ OUTSIDE_ALLOW: '127.0.0.1' })
    const { id: spaceId } = await world.space({ type: 'private' })
    const owner = await world.as('owner')
    const draft = { ...databases.drafts[kind], ...(port && { port }) }
    const source = { ...draft, name: 'Lab', host: '127.0.0.1', tls: 'off' as const }
    const { id: sourceId } = await owner.data(dataSources.create, { ...source, spaceId })
    /** An import of columns with these types into a new table. */
    const wish = (table: string, columns: Record<string, string>, changes: Partial<Draft> = {}): Draft => ({
      spaceId,
      sourceId,
      title: 'Nightly',
      schema: 'lab',
      table,
      mode: 'append',
      headings: Object.keys(columns),
      columns: Object.entries(columns).map(([name, type], index) => ({ index, name, type: type as 'text' })),
      target: { to: 'new', name: 'Stations' },
      ...changes,
    })
    const runsOf = async (id: string) => (await owner.data(sourceImports.runs, { spaceId, id })).list
    const made = async (draft: Draft) => {
      const one = await owner.data(sourceImports.create, draft)
      await world.services.tasks.drain()
      return { ...one, run: (await runsOf(one.id))[0] }
    }
    const again = async (id: string, more = {}) => {
      await owner.data(sourceImports.run, { spaceId, id, ...more })
      await world.services.tasks.drain()
      return (await runsOf(id))[0]
    }
    const rowsOf = async (id: string) => (await owner.data(tables.rows, { spaceId, id })).rows.map(({ cells }) => cells)
    return { world, owner, spaceId, sourceId, wish, made, again, rowsOf, runsOf }
  }

  test.each<[Who, string]>([
    ['stranger', 'notSignedIn'],
    ['ordinary', 'spaceNotFound'],
    ['normal', 'spaceRightMissing'],
  ])('%s neither sees nor runs imports', async (who, error) => {
    const { world, owner, spaceId, wish, made } = await scene()
    const { id } = await made(wish('station', { code: 'text' }, { isNow: false }))
    await owner.data(rights.setOfSpace, { id: spaceId, senior: [], normal: ['T_EDIT'] })
    const client = await world.as(who)
    for (const answer of [
      await client.call(sourceImports.list, { spaceId }),
      await client.call(sourceImports.show, { spaceId, id }),
      await client.call(sourceImports.create, wish('station', { code: 'text' })),
      await client.call(sourceImports.run, { spaceId, id }),
      await client.call(sourceImports.setOn, { spaceId, id, isOn: true }),
      await client.call(sourceImports.runs, { spaceId, id }),
      await client.call(sourceImports.remove, { spaceId, id }),
    ])
      expect(answer).toMatchObject({ error })
  })

  test('who did not define an import changes nothing of it; one into a table of somebody alone is seen by nobody else', async () => {
    const { world, owner, spaceId, wish, made } = await scene()
    const shared = await made(wish('station', { code: 'text' }, { isNow: false }))
    const alone = await made(
      wish('station', { code: 'text' }, { isNow: false, target: { to: 'new', name: 'Mine', isShared: false } }),
    )
    const senior = await world.as('senior')
    const seen = (await senior.data(sourceImports.list, { spaceId })).list
    expect(seen.map(({ id }) => id)).toEqual([shared.id])
    for (const call of [sourceImports.run, sourceImports.remove])
      expect(await senior.call(call, { spaceId, id: shared.id })).toMatchObject({ error: 'dataSourceMakerOnly' })
    expect(await senior.call(sourceImports.show, { spaceId, id: alone.id })).toMatchObject({
      error: 'sourceImportGone',
    })
    expect(await owner.call(sourceImports.setOn, { spaceId, id: shared.id, isOn: true })).toMatchObject({
      error: 'cronInvalid',
    })
    const into = { target: { to: 'table' as const, tableId: shared.target.id } }
    const bad = wish('station', { code: 'text' }, { ...into, mode: 'upsert', keys: [] })
    expect(await owner.call(sourceImports.create, bad)).toMatchObject({ error: 'tableColumnGone' })
    const columns = bad.columns.map((one) => ({ ...one, target: 1 }))
    expect(await owner.call(sourceImports.create, { ...bad, columns })).toMatchObject({ error: 'invalid' })
    const row = await world.db
      .selectFrom('source_import')
      .selectAll()
      .where('id', '=', shared.id)
      .executeTakeFirstOrThrow()
    const copy = (_: unknown, at: number) => ({
      ...row,
      reading: sql`${JSON.stringify(row.reading)}::jsonb` as never,
      id: crypto.randomUUID(),
      title: `n${at}`,
    })
    await world.db
      .insertInto('source_import')
      .values(Array.from({ length: SOURCE_IMPORTS_MAX - 2 }, copy))
      .execute()
    expect(await owner.call(sourceImports.create, { ...bad, mode: 'append', columns })).toMatchObject({
      error: 'sourceImportsTooMany',
    })
  })

  test.each(kinds)('%s: values come as they are, to the last digit', async (kind) => {
    const { wish, made, rowsOf, owner } = await scene({ kind })
    const types = { code: 'text', name: 'text', depth: 'number', seen: 'datetime', stamped: 'datetime', day: 'date' }
    const more = { big: 'number', wide: 'number', bits: 'text', flag: 'boolean', doc: 'text', raw: 'text' }
    const draft = wish('station', { ...types, ...more })
    const missing = ['0000-00-00']
    const columns = draft.columns.map((one) => ({ ...one, format: { zone: 'Asia/Shanghai', missing } }))
    const { run, target } = await made({ ...draft, columns })
    expect(run).toMatchObject(
      kind === 'mysql' ? { state: 'completed', read: 2, written: 2, refused: 0 } : { read: 2, written: 1, refused: 1 },
    )
    const rows = await rowsOf(target.id)
    expect(rows.find(([code]) => code === 'S1')).toEqual([
      'S1',
      '东海站',
      '12345678901234567890.1234567890123456789',
      '2026-11-21T02:00:00.123456Z',
      '2026-11-21T02:00:00.500Z',
      '2026-11-21',
      kind === 'mysql' ? '18446744073709551615' : '9223372036854775807',
      kind === 'mysql' ? '16777216' : '0.1',
      '00000101',
      true,
      '{"a": [1, "😀"]}',
      '00ff',
    ])
    if (kind === 'mysql')
      expect(rows.find(([code]) => code === 'S2')).toEqual([
        'S2',
        null,
        '-0.5',
        null,
        null,
        null,
        '0',
        '0.5',
        '11111111',
        false,
        null,
        null,
      ])
    const back = await owner.fetch(`/api/tables/import/${run?.taskId}/misfits`)
    // PostgreSQL has a time that no table takes.
    if (kind === 'postgresql') expect(await back.text()).toMatch(/infinity/)
    expect(run?.log.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['connected', 'reading', 'read', 'written']),
    )
  })

  test('of PostgreSQL, a text that is too long is refused, money loses its currency and a text its padding', async () => {
    const { wish, made, rowsOf, owner } = await scene()
    onTestFinished(async () => void (await databases.query('drop table lab.odd; drop domain lab.price, lab.short')))
    await databases.query(`
      create domain lab.price as money; create domain lab.short as varchar(10);
      create table lab.odd (n smallint, cost money, price lab.price, code char(6), short lab.short, words text);
      insert into lab.odd values (-32768, 1234.50, -0.05, 'ab', 'é', repeat('东', ${TABLE_TEXT_MAX})),
        (1, null, null, null, null, repeat('x', ${TABLE_TEXT_MAX} + 1)),
        (2, null, null, null, null, repeat('😀', ${TABLE_TEXT_MAX} * 2))`)
    const types = { n: 'number', cost: 'number', price: 'number', code: 'text', short: 'text', words: 'text' }
    const { run, target } = await made(wish('odd', types))
    expect(run).toMatchObject({ read: 3, written: 1, refused: 2 })
    expect(await rowsOf(target.id)).toEqual([['-32768', '1234.5', '-0.05', 'ab', 'é', '东'.repeat(TABLE_TEXT_MAX)]])
    const back = await owner.fetch(`/api/tables/import/${run?.taskId}/misfits`)
    expect(await back.text()).toContain('x'.repeat(TABLE_TEXT_MAX + 1))
  })

  test.each(kinds)('%s: conditions are judged by the database, and carry nothing else into it', async (kind) => {
    const { wish, made, rowsOf } = await scene({ kind })
    const by = async (column: string, operator: string, value = '') => {
      const conditions = [{ column, operator, value }] as Draft['conditions']
      const target = { to: 'new' as const, name: crypto.randomUUID() }
      const { run, target: table } = await made(wish('station', { code: 'text' }, { conditions, target }))
      return run?.message ? run.log.at(-1)?.value : (await rowsOf(table.id)).map(([code]) => code)
    }
    expect(await by('depth', 'gt', '12345678901234567890.1234567890123456788')).toEqual(['S1'])
    expect(await by('depth', 'gt', '12345678901234567890.1234567890123456790')).toEqual([])
    expect(await by('name', 'contains', '海')).toEqual(['S1'])
    expect(await by('name', 'contains', '%')).toEqual([])
    expect(await by('name', 'empty')).toEqual(['S2'])
    expect(await by('code', 'starts', "S' or '1'='1\\")).toEqual([])
    expect(await by('code', 'eq', "\\' or 1=1 -- ")).toEqual([])
    expect(await by('depth', 'gt', 'deep')).toContain('dataSourceConditionWrong')
  })

  test('append, replace and upsert by key, and a watermark after which only what is new is read', async () => {
    const { world, wish, made, again, rowsOf, runsOf, owner, spaceId } = await scene()
    await databases.query(`drop table if exists lab.reading; create table lab.reading (id bigint, v int);
      insert into lab.reading values (9007199254740993, 1), (2, 2)`)
    const columns = { id: 'number', v: 'number' }
    const target = (name: string) => ({ target: { to: 'new' as const, name } })
    const add = await made(wish('reading', columns, { watermark: 'id', ...target('Added') }))
    const replace = await made(wish('reading', columns, { mode: 'replace', ...target('Replaced') }))
    const upsert = await made(wish('reading', columns, { mode: 'upsert', keys: [1], ...target('Upserted') }))
    expect((await owner.data(sourceImports.show, { spaceId, id: add.id })).reached).toBe('9007199254740993')
    await databases.query(
      `update lab.reading set v = 20 where id = 2; insert into lab.reading values (9007199254740994, 3)`,
    )
    expect(await again(add.id)).toMatchObject({ read: 1, written: 1 })
    expect(await again(add.id)).toMatchObject({ read: 0, written: 0, state: 'completed' })
    const last = async () => (await owner.data(sourceImports.show, { spaceId, id: add.id })).last
    expect(await last()).toMatchObject({ state: 'completed', read: 0 })
    // While a run is under way its task counts.
    const task = world.db.updateTable('task').where('id', '=', (await last())?.taskId ?? '')
    const ended = world.clock.now()
    await task.set({ state: 'transferring', finished_at: null, items_done: 7 }).execute()
    expect(await last()).toMatchObject({ state: 'transferring', read: 7 })
    expect((await runsOf(add.id))[0]).toMatchObject({ state: 'transferring', read: 7 })
    await task.set({ state: 'completed', finished_at: ended }).execute()
    await again(replace.id)
    await again(upsert.id)
    const sorted = async (id: string) => (await rowsOf(id)).sort()
    expect(await sorted(add.target.id)).toEqual([
      ['2', '2'],
      ['9007199254740993', '1'],
      ['9007199254740994', '3'],
    ])
    const now = [
      ['2', '20'],
      ['9007199254740993', '1'],
      ['9007199254740994', '3'],
    ]
    expect(await sorted(replace.target.id)).toEqual(now)
    expect(await sorted(upsert.target.id)).toEqual(now)
    expect(await again(add.id, { isFromStart: true })).toMatchObject({ read: 3 })
    // The same into a table that is there, whose columns have another order and rows of their own.
    const own = await owner.data(tables.create, {
      spaceId,
      name: 'Own',
      columns: [
        { name: 'Note', type: 'text' },
        { name: 'Value', type: 'number' },
        { name: 'Code', type: 'number' },
      ],
    })
    const [note, value, code] = own.columnList.map((column) => column.id)
    const row = { kind: 'addRows' as const, columns: [note ?? 0, code ?? 0], rows: [['kept', '2']] }
    await owner.data(tables.change, { spaceId, id: own.id, change: row })
    const into = (changes: Partial<Draft>) => {
      const one = wish('reading', columns, { target: { to: 'table', tableId: own.id }, ...changes })
      return made({ ...one, columns: one.columns.map((column, at) => ({ ...column, target: at ? value : code })) })
    }
    await into({ mode: 'upsert', keys: [code ?? 0] })
    expect(await sorted(own.id)).toEqual([
      [null, '1', '9007199254740993'],
      [null, '3', '9007199254740994'],
      ['kept', '20', '2'],
    ])
    await into({ title: 'More', conditions: [{ column: 'id', operator: 'eq', value: '2' }] })
    expect(await sorted(own.id)).toHaveLength(4)
    expect(await sorted(own.id)).toContainEqual([null, '20', '2'])
    const { reading: _, ...edit } = { ...wish('reading', columns), reading: 0 }
    const placed = { ...edit, id: add.id, columns: edit.columns.map((one, at) => ({ ...one, target: at + 1 })) }
    expect(await owner.call(sourceImports.edit, { ...placed, watermark: 'id', mode: 'replace' })).toMatchObject({
      error: 'invalid',
    })
    expect((await owner.data(sourceImports.edit, { ...placed, title: 'Else' })).reached).toBeNull()
  })

  test('a table that changed there fails with its cause, changes nothing here and leaves no lock', async () => {
    const { wish, made, again, owner, spaceId } = await scene()
    await databases.query(
      'drop table if exists lab.moving; create table lab.moving (a int, b int); insert into lab.moving values (1, 2)',
    )
    const { id, target } = await made(wish('moving', { a: 'number', b: 'number' }))
    await databases.query('alter table lab.moving drop column b')
    const changed = await again(id)
    expect(changed).toMatchObject({ state: 'failed', written: 0, message: expect.stringMatching(/“b”/) })
    expect(changed?.log.at(-1)?.value.split(': ')).toEqual(['dataSourceColumnGone', 'b'])
    await databases.query('drop table lab.moving')
    expect((await again(id))?.log.at(-1)).toMatchObject({ event: 'failed', value: 'dataSourceTableGone' })
    expect(await owner.data(tables.show, { spaceId, id: target.id })).toMatchObject({ rows: 1, lock: null })
    await owner.data(tables.remove, { spaceId, id: target.id })
    expect((await again(id))?.log.at(-1)).toMatchObject({ value: 'tableGone' })
    const { list } = await owner.data(tasks.mine, {})
    expect(list.map(({ kind }) => kind)).toContain('sourceImport')
    const bytes = await owner.call(tableFiles.misfits, { taskId: id })
    expect(bytes).toMatchObject({ error: 'taskGone' })
  })

  test.each(kinds)(
    `%s: ${ROWS} rows come whole and in little memory; a connection that breaks in the middle brings none`,
    async (kind) => {
      const proxy = await openSlowProxy(databases.drafts[kind].port, 0)
      const { world, wish, made, again, owner, spaceId } = await scene({ kind, port: proxy.port })
      const columns = { id: 'number', words: 'text', v: 'number' }
      const before = process.memoryUsage().rss
      let most = 0
      const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 50)
      const { id, run, target } = await made(wish('many', columns))
      clearInterval(watch)
      expect(run).toMatchObject({ state: 'completed', read: ROWS, written: ROWS, refused: 0 })
      expect((most - before) / 1_048_576).toBeLessThan(400)
      const name = `t_${target.id.replaceAll('-', '')}`
      const { rows: indexes } = await sql<{ indexdef: string }>`
        select indexdef from pg_indexes where tablename = ${name} order by indexname`.execute(world.db)
      expect(indexes.map(({ indexdef }) => indexdef)).toEqual([
        `CREATE INDEX ${name}_ord_id_idx ON tables.${name} USING btree (ord, id)`,
        `CREATE UNIQUE INDEX ${name}_pkey ON tables.${name} USING btree (id)`,
      ])
      proxy.cutAfter(CUT_BYTES)
      await again(id)
      const broken = (await owner.data(sourceImports.runs, { spaceId, id })).list[0]
      expect(broken?.read).toBeGreaterThan(0)
      expect(broken).toMatchObject({
        state: 'failed',
        written: 0,
        log: expect.arrayContaining([
          expect.objectContaining({ event: 'failed', value: expect.stringMatching('dataSourceBroken') }),
        ]),
      })
      expect(await owner.data(tables.show, { spaceId, id: target.id })).toMatchObject({ rows: ROWS, lock: null })
      await proxy.reopen()
      expect(await again(id)).toMatchObject({ written: ROWS })
      await proxy.close()
    },
    isFull ? 3_600_000 : 120_000,
  )

  test('the database ends the transaction of a node that hangs, but no sooner than a source is given up', async () => {
    const { world, made, wish } = await scene()
    const { target } = await made(wish('station', { code: 'text' }))
    const idle = await onConnection(world.db, async (client) => {
      const staged = { taskId: crypto.randomUUID(), tableId: target.id, isFresh: true, columns: [] }
      await beginStaging(world.db, client, staged, () => new Date())
      const { rows } = await client.query(
        "select setting::int as ms from pg_settings where name = 'idle_in_transaction_session_timeout'",
      )
      return rows[0]?.ms
    })
    expect(idle).toBeGreaterThan(PART_MS)
    expect(idle).toBeLessThan(HOUR_MS)
  })

  test('a schedule runs once on two nodes, stops and starts; a run under way is not doubled', async () => {
    const { world, wish, made, owner, spaceId, runsOf } = await scene()
    const schedule = { cron: '0 * * * *', zone: 'Asia/Shanghai' }
    const { id, isOn, nextAt } = await made(wish('station', { code: 'text' }, { schedule, isNow: false }))
    expect([isOn, nextAt !== null]).toEqual([true, true])
    const node = await anotherNode(world)
    const bothLook = async () => {
      const counts = await Promise.all([world.services.dataSources.runDue(), node.services.dataSources.runDue()])
      return counts.reduce((sum, count) => sum + count, 0)
    }
    expect(await bothLook()).toBe(0)
    world.clock.advance(Date.parse(nextAt ?? '') - world.clock.now().getTime() + MINUTE_MS)
    expect(await bothLook()).toBe(1)
    expect(await owner.call(sourceImports.run, { spaceId, id })).toMatchObject({ error: 'taskRunning' })
    world.clock.advance(HOUR_MS)
    expect(await bothLook()).toBe(1)
    await world.services.tasks.drain()
    expect(await runsOf(id)).toMatchObject([{ isScheduled: true, state: 'completed', written: 2 }])
    expect(await owner.data(sourceImports.setOn, { spaceId, id, isOn: false })).toMatchObject({
      isOn: false,
      nextAt: null,
    })
    world.clock.advance(HOUR_MS)
    expect(await bothLook()).toBe(0)
    expect(await owner.data(sourceImports.setOn, { spaceId, id, isOn: true })).toMatchObject({ isOn: true })
  })

  test('a clock that was ahead for a while puts no schedule off', async () => {
    const { world, wish, made, owner, spaceId } = await scene()
    const schedule = { cron: '0 * * * *', zone: 'UTC' }
    const { id } = await made(wish('station', { code: 'text' }, { schedule, isNow: false }))
    world.clock.advance(300 * DAY_MS)
    await world.services.dataSources.runDue()
    await world.services.tasks.drain()
    world.clock.advance(-300 * DAY_MS)
    await world.services.dataSources.runDue()
    const { nextAt } = await owner.data(sourceImports.show, { spaceId, id })
    expect(Date.parse(nextAt ?? '') - world.clock.now().getTime()).toBeLessThanOrEqual(HOUR_MS)
  })

  test('runs that do not come are told once, until one comes', async () => {
    const { world, wish, made, owner, spaceId, sourceId } = await scene()
    await databases.query('drop table if exists lab.coming')
    const schedule = { cron: '0 * * * *', zone: 'UTC' }
    const { id } = await made(wish('coming', { a: 'number' }, { schedule, isNow: false }))
    const told = async () =>
      (await owner.data(messages.list, {})).list.filter(({ kind }) => kind === 'importMissed').length
    const hour = async (late = 0) => {
      const { nextAt } = await owner.data(sourceImports.show, { spaceId, id })
      world.clock.advance(Date.parse(nextAt ?? '') - world.clock.now().getTime() + late)
      await world.services.dataSources.runDue()
      await world.services.tasks.drain()
      await world.services.dataSources.runDue()
    }
    await hour()
    await hour()
    expect(await told()).toBe(1)
    const [message] = (await owner.data(messages.list, {})).list.filter(({ kind }) => kind === 'importMissed')
    expect(message?.link).toBe(`/space/${spaceId}/details/form?list=sources&source=${sourceId}&import=${id}`)
    await databases.query('create table lab.coming (a int)')
    await hour()
    expect((await owner.data(sourceImports.show, { spaceId, id })).last?.state).toBe('completed')
    // Nobody was there at the time: it does not come any more, and that is told too.
    await hour(2 * HOUR_MS)
    expect((await owner.data(sourceImports.show, { spaceId, id })).missedAt).not.toBeNull()
    expect(await told()).toBe(2)
    expect((await owner.data(messages.list, {})).list.filter(({ kind }) => kind === 'taskFailed')).toEqual([])
  })

  test('databases and imports of somebody who leaves belong to the owner; a deleted database takes its imports along', async () => {
    const { world, owner, spaceId, sourceId, wish, made } = await scene()
    const { target } = await made(wish('station', { code: 'text' }, { isNow: false }))
    await sql`update data_source set maker_id = ${world.idOf('senior')}`.execute(world.db)
    await owner.data(contract.spaces.removeMember, { id: spaceId, personId: world.idOf('senior') })
    expect((await owner.data(dataSources.show, { spaceId, id: sourceId })).maker.personId).toBe(world.idOf('owner'))
    await owner.data(dataSources.remove, { spaceId, id: sourceId })
    expect((await owner.data(sourceImports.list, { spaceId })).list).toEqual([])
    expect((await owner.data(tables.show, { spaceId, id: target.id })).rows).toBe(0)
    expect(await owner.call(sourceImports.create, wish('station', { code: 'text' }))).toMatchObject({
      error: 'dataSourceGone',
    })
  })
})
