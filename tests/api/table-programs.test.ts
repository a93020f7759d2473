import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Cell } from '#contract/tables/columns.ts'
import { hasProgram } from '../services/program.ts'
import { buildTable, type Wish } from '../support/data-table.ts'
import { tokenOf } from '../support/token.ts'
import { buildWorld } from '../support/world.ts'

const { tables } = contract
const docs = fileURLToPath(new URL('../../docs/', import.meta.url))
const page = readFileSync(`${docs}tables.md`, 'utf8')
const run = promisify(execFile)

describe('rows by key', () => {
  async function scene() {
    const table = await buildTable()
    await table.add([
      ['S07', '1', '2026-08-04'],
      ['S08', '2', null],
      ['S07', '3', '2026-08-05'],
      [null, '4', null],
    ])
    const [station = 0, depth = 0, taken = 0] = table.ids
    const upsert = (keys: number[], columns: number[], rows: Cell[][]): Wish => ({
      kind: 'upsert',
      keys,
      columns,
      rows,
    })
    return { ...table, station, depth, taken, upsert }
  }

  test('a key that repeats, one that is no column of the rows, and values that do not fit are refused', async () => {
    const { refusal, upsert, station, depth, cellsOf } = await scene()
    const before = await cellsOf()
    const twice = [
      ['S09', '1'],
      ['S10', '2'],
      ['S09', '3'],
    ]
    expect(await refusal(upsert([station], [station, depth], twice))).toMatchObject({
      error: 'tableKeyRepeated',
      message: expect.stringContaining('3'),
    })
    expect(await refusal(upsert([depth], [station], [['S07']]))).toMatchObject({ error: 'invalid' })
    expect(await refusal(upsert([station], [station, depth], [['S07', 'deep']]))).toMatchObject({
      error: 'tableCellInvalid',
    })
    expect(await cellsOf()).toEqual(before)
  })

  test('change every row that has them, add the others at the end, and are one step to undo', async () => {
    const { change, undo, redo, upsert, station, depth, read, cellsOf } = await scene()
    const before = await cellsOf()
    const rows = [
      ['S07', '9'],
      [null, '5'],
      ['S09', '6'],
      [null, '7'],
    ]
    const outcome = await change(upsert([station], [station, depth], rows))
    expect(outcome).toMatchObject({ touched: 5, rows: expect.any(Array), conflictCount: 0 })
    const shown = await cellsOf({ columns: [station, depth] })
    expect(shown).toEqual([['S07', '9'], ['S08', '2'], ['S07', '9'], [null, '4'], ...rows.slice(1)])
    expect((await read()).rows.slice(4).map(({ id }) => id)).toEqual(outcome.rows)
    await undo()
    expect(await cellsOf()).toEqual(before)
    await redo()
    expect(await cellsOf({ columns: [station, depth] })).toEqual(shown)
  })

  test('that are empty are those of no row, empty texts too', async () => {
    const { change, upsert, station, depth, cellsOf } = await scene()
    const rows = [
      ['', '5'],
      ['', '6'],
    ]
    expect(await change(upsert([station], [station, depth], rows))).toMatchObject({ touched: 2 })
    expect(await change(upsert([station], [station, depth], rows))).toMatchObject({ touched: 2 })
    expect((await cellsOf({ columns: [station, depth] })).slice(4)).toEqual([...rows, ...rows])
  })

  test('may be of several columns', async () => {
    const { change, upsert, station, depth, taken, cellsOf } = await scene()
    const rows = [
      ['S07', '30', '2026-08-05'],
      ['S07', '40', '2026-08-06'],
    ]
    await change(upsert([station, taken], [station, depth, taken], rows))
    expect(await cellsOf({ columns: [station, depth, taken] })).toEqual([
      ['S07', '1', '2026-08-04'],
      ['S08', '2', null],
      ['S07', '30', '2026-08-05'],
      [null, '4', null],
      ['S07', '40', '2026-08-06'],
    ])
  })
})

describe('pages behind a row', () => {
  async function scene() {
    const table = await buildTable()
    const rows = Array.from({ length: 23 }, (_, at): Cell[] => [
      at % 5 ? `s${at % 4}` : null,
      at % 3 ? `${at % 7}.50` : null,
      at % 4 ? `2026-08-0${1 + (at % 3)}` : null,
      at % 2 ? `2026-08-04T06:30:0${at % 10}.123Z` : null,
    ])
    await table.add(rows)
    /** All rows, read in pages; `between` happens after the first. */
    const readAll = async (query: object, between = async () => {}) => {
      const pages = [await table.read({ ...query, after: '', count: 5 })]
      await between()
      for (let next = pages[0]?.next; next; next = pages.at(-1)?.next)
        pages.push(await table.read({ ...query, after: next, count: 5 }))
      return pages
    }
    return { ...table, readAll }
  }

  test.each([
    [[]],
    [[[0, 'asc']]],
    [
      [
        [0, 'desc'],
        [1, 'asc'],
      ],
    ],
    [
      [
        [3, 'desc'],
        [2, 'asc'],
        [1, 'desc'],
      ],
    ],
  ] as [number, 'asc' | 'desc'][][][])('in the order %j hold each row once', async (order) => {
    const { ids, read, readAll } = await scene()
    const sort = order.map(([at, direction]) => ({ column: ids[at], order: direction }))
    const filter = [
      {
        match: 'any',
        conditions: [
          { column: ids[1], operator: 'empty' },
          { column: ids[1], operator: 'less', values: ['5'] },
        ],
      },
    ]
    const whole = await read({ sort, filter, count: 100 })
    const pages = await readAll({ sort, filter })
    expect(pages.flatMap(({ rows }) => rows)).toEqual(whole.rows)
    expect(new Set(pages.map(({ matching }) => matching))).toEqual(new Set([whole.matching]))
    expect(pages.at(-1)?.next).toBeUndefined()
  })

  test('neither repeat nor leave out a row when others come and go meanwhile', async () => {
    const { ids, read, readAll, change } = await scene()
    const before = (await read({ count: 100 })).rows.map(({ id }) => id)
    const [first = 0, second = 0] = before
    const pages = await readAll({}, async () => {
      await change({ kind: 'removeRows', rows: [first, second] })
      await change({ kind: 'addRows', columns: ids.slice(0, 1), rows: [['new'], ['new']], behind: null })
    })
    expect(pages.flatMap(({ rows }) => rows.map(({ id }) => id))).toEqual(before)
  })

  test('are refused with a place of another question, one that was made up, or of a past moment', async () => {
    const { owner, one, ids, read } = await scene()
    const { next = '', change: at } = await read({ after: '', count: 5 })
    const place = (forged: object) =>
      Buffer.from(JSON.stringify({ sorted: [], ord: '1', id: 1, matching: 1, ...forged })).toString('base64url')
    const made = place({ sorted: ['deep'] })
    const negative = place({ matching: -1 })
    const sort = [{ column: ids[1] ?? 0, order: 'asc' as const }]
    for (const wish of [
      { after: next, sort },
      { after: made, sort },
      { after: 'x' },
      { after: '', at },
      { after: negative, q: 's' },
    ])
      expect(await owner.call(tables.rows, { ...one, ...wish })).toMatchObject({ error: 'invalid' })
  })
})

describe('the examples', () => {
  async function scene() {
    const world = await buildWorld()
    const space = await world.space({ type: 'private' })
    const owner = await world.as('owner')
    const columns = [
      { name: 'Station', type: 'text' as const },
      { name: 'Depth', type: 'number' as const },
      { name: 'Taken', type: 'date' as const },
    ]
    const { id } = await owner.data(tables.create, { spaceId: space.id, name: 'Casts', columns })
    const rows = [
      ['S07', '10.50', '2026-08-04'],
      ['007', '2', '2026-08-05'],
      ['S07', '1', null],
    ]
    await owner.data(tables.change, { spaceId: space.id, id, change: { kind: 'addRows', columns: [1, 2, 3], rows } })
    const start = async (program: string, file: string, names: string[] = [space.identifier, 'Casts']) =>
      run(program, [`${docs}examples/${file}`, world.origin, ...names], {
        env: { ...process.env, DATASPACE_TOKEN: await tokenOf(owner) },
      })
    const read = async () =>
      (await owner.data(tables.rows, { spaceId: space.id, id })).rows.map(({ cells }) => cells.slice(0, 2))
    return { space, id, start, read }
  }
  const written = [
    ['S07', '12.50'],
    ['007', '2'],
    ['S07', '12.50'],
    ['S99', '3'],
  ]

  test.each(['tables.py', 'tables.R', 'tables.sh'])('%s stands in the documentation word for word', (file) => {
    expect(page).toContain(readFileSync(`${docs}examples/${file}`, 'utf8').trim())
  })

  test.runIf(hasProgram('/usr/lib/python3/dist-packages/pandas'))(
    'Python reads a table into pandas, and writes rows by key',
    async () => {
      const { start, read } = await scene()
      const { stdout } = await start('/usr/bin/python3', 'tables.py')
      expect(stdout.split('\n').map((line) => line.trim().replace(/ +/g, ' '))).toEqual([
        'Station',
        '007 2.00',
        'S07 5.75',
        'S07 10.50',
        '007 2',
        '3 rows',
        '',
      ])
      expect(await read()).toEqual(written)
    },
  )

  test.runIf(hasProgram('/usr/lib/R/site-library/jsonlite'))('R reads a table into a frame', async () => {
    const { start } = await scene()
    expect((await start('/usr/bin/Rscript', 'tables.R')).stdout).toBe('007 2\nS07 5.75\n')
  })

  test.runIf(hasProgram('/usr/bin/curl'))('curl streams a table, and writes rows by key', async () => {
    const { space, id, start, read } = await scene()
    const { stdout } = await start('/bin/sh', 'tables.sh', [space.id, id])
    const [csv = '', answer = ''] = stdout.split(/(?=\{"code")/)
    expect(csv.split(/\r?\n/)).toEqual([
      'Station,Depth,Taken',
      'S07,10.50,2026-08-04',
      '007,2,2026-08-05',
      'S07,1,',
      '{"Station":"S07","Depth":10.50}',
      '{"Station":"007","Depth":2}',
      '{"Station":"S07","Depth":1}',
      '',
    ])
    expect(JSON.parse(answer)).toMatchObject({ code: 0, data: { touched: 3 } })
    expect(await read()).toEqual(written)
  })
})
