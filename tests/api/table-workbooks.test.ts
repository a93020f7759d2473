import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { InputOf } from '#contract/core/operation.ts'
import { contract } from '#contract/index.ts'
import type { Cell } from '#contract/tables/columns.ts'
import { sentTable } from '../support/table-file.ts'
import { buildWorld } from '../support/world.ts'

const { tableFiles, tables, tasks } = contract
const samples = new URL('../samples/files/workbooks/', import.meta.url)

async function scene() {
  const world = await buildWorld()
  const { id: spaceId } = await world.space({ type: 'private' })
  const owner = await world.as('owner')
  const scanned = async (bytes: string | Uint8Array<ArrayBuffer>, name: string) => {
    const source = await sentTable(owner, spaceId, bytes, name)
    return { source, scan: await owner.data(tableFiles.scan, { spaceId, source }) }
  }
  /** Imports a file as a new table, with the types that are proposed or with those given; answers its id. */
  const imported = async (
    bytes: string | Uint8Array<ArrayBuffer>,
    name: string,
    types?: InputOf<typeof tableFiles.import>['columns'],
  ) => {
    const { source, scan } = await scanned(bytes, name)
    const { id } = await owner.data(tableFiles.import, {
      spaceId,
      source,
      hasHeader: scan.hasHeader,
      mode: 'new',
      name,
      headings: scan.columns.map(({ heading }) => heading),
      columns:
        types ??
        scan.columns.map((column, index) => ({ index, name: column.name, type: column.type, format: column.format })),
      misfits: 'refuse',
    })
    await world.services.tasks.drain()
    const task = await owner.data(tasks.show, { id })
    expect([name, task.state, task.message]).toEqual([name, 'completed', ''])
    return String(task.result.table)
  }
  const rowsOf = async (id: string) => (await owner.data(tables.rows, { spaceId, id })).rows.map(({ cells }) => cells)
  const typesOf = async (id: string) =>
    (await owner.data(tables.show, { spaceId, id })).columnList.map(({ name, type }) => [name, type] as const)
  const exported = async (id: string, format: string) => {
    const answer = await owner.fetch(`/api/data/space/tables/${id}/export?${new URLSearchParams({ spaceId, format })}`)
    return new Uint8Array(await answer.arrayBuffer())
  }
  return { world, owner, spaceId, scanned, imported, rowsOf, typesOf, exported }
}

const types = ['text', 'text', 'number', 'date', 'datetime', 'text', 'number', 'text', 'text']
const expected: Cell[][] = [
  ['007', '123456789012345678', '0.1', '2026-08-04', '2026-08-04T06:30:00.000Z', '08:05:30', '0.2', '#N/A', '湖水😀'],
  [
    '0042',
    '900719925474099312',
    '-1234.5',
    '1999-12-31',
    '2026-12-31T23:59:59.000Z',
    '00:00:00',
    '-2469',
    '#DIV/0!',
    'two\nlines',
  ],
  [
    'A-1',
    '1',
    '0.0000001',
    '2024-02-29',
    '2000-01-01T00:00:00.000Z',
    '23:59:59',
    '0.0000002',
    null,
    "=cmd|' /C calc'!A0",
  ],
]
const workbook = (program: string) => new Uint8Array(readFileSync(new URL(`${program}.xlsx`, samples)))

describe.each(['xlsxwriter', 'libreoffice'])('a workbook of %s', (program) => {
  test('becomes a table cell for cell, formulas as their values', async () => {
    const { scanned, imported, rowsOf, typesOf } = await scene()
    const { scan } = await scanned(workbook(program), `${program}.xlsx`)
    expect(scan).toMatchObject({ sheets: ['Data', 'Hidden'], rows: 3, notes: { mergedRanges: 1 } })
    const id = await imported(workbook(program), `${program}.xlsx`)
    expect((await typesOf(id)).map(([, type]) => type)).toEqual(types)
    expect(await rowsOf(id)).toEqual(expected)
  })
})

describe('a workbook of openpyxl', () => {
  test('has formulas that nobody computed: they are told, and refused rather than left empty', async () => {
    const { scanned, imported } = await scene()
    const { scan } = await scanned(workbook('openpyxl'), 'openpyxl.xlsx')
    expect(scan.columns.map(({ formulas }) => formulas)).toEqual([0, 0, 0, 0, 0, 0, 3, 0, 0])
    await expect(imported(workbook('openpyxl'), 'openpyxl.xlsx')).rejects.toThrow(/failed/)
  })

  test('becomes a table cell for cell without them', async () => {
    const { scanned, imported, rowsOf } = await scene()
    const { scan } = await scanned(workbook('openpyxl'), 'openpyxl.xlsx')
    const columns = scan.columns.map(({ name, type, format }, index) => ({ index, name, type, format }))
    const id = await imported(
      workbook('openpyxl'),
      'openpyxl.xlsx',
      columns.filter(({ name }) => name !== 'twice'),
    )
    expect(await rowsOf(id)).toEqual(expected.map((row) => row.filter((_, at) => at !== 6)))
  })
})

describe('a table', () => {
  const columns = [
    { name: 'code', type: 'text' as const },
    { name: 'exact', type: 'number' as const },
    { name: 'day', type: 'date' as const },
    { name: 'moment', type: 'datetime' as const },
    { name: 'good', type: 'boolean' as const },
    { name: 'kinds', type: 'choices' as const },
    { name: "x'; drop table data_table; --", type: 'text' as const },
    { name: 'select', type: 'choice' as const },
  ]
  const rows: Cell[][] = [
    ['007', '0.1', '2026-08-04', '2026-08-04T06:30:00.000Z', true, ['a', 'b c'], 'two\nlines', 'x'],
    [
      '12345678901234567890',
      '12345678901234567890',
      '1900-02-28',
      '2026-08-04T06:30:00.123456Z',
      false,
      ['a'],
      '湖水😀',
      null,
    ],
    ["=cmd|' /C calc'!A0", '0.1234567890123456', '9999-12-31', '1899-12-31T23:59:59.001Z', null, null, "'=1", '=1+1'],
    ['@sum', '-5', '0079-08-24', null, null, null, ' blanks ', '-x'],
  ]
  test('goes out and comes in again equal, in every format', async () => {
    const { owner, spaceId, imported, rowsOf, exported } = await scene()
    const { id } = await owner.data(tables.create, { spaceId, name: 'Round trip', columns })
    const change = { kind: 'addRows' as const, columns: columns.map((_, at) => at + 1), rows }
    await owner.data(tables.change, { spaceId, id, change })
    expect(await rowsOf(id)).toEqual(rows)
    for (const format of ['xlsx', 'csv', 'parquet', 'jsonl']) {
      const wanted = columns.map((column, index) => ({ ...column, index }))
      const back = await imported(await exported(id, format), `back.${format}`, wanted)
      expect([format, await rowsOf(back)]).toEqual([format, rows])
    }
  })

  test('gives spreadsheet programs numbers where a formula computed them, and comes in again equal to 15 digits', async () => {
    const { owner, spaceId, scanned, imported, rowsOf, exported } = await scene()
    const named = ['id', 'mass_g', 'length_mm'].map((name) => ({ name, type: 'number' as const }))
    const formula = '100000*[mass_g]/POWER([length_mm],3)'
    const computed = { name: 'condition', type: 'number' as const, formula }
    const { id } = await owner.data(tables.create, { spaceId, name: 'Fish', columns: [...named, computed] })
    const stored: Cell[][] = [
      ['123456789012345678', '3750', '181'],
      ['1', '3800', '186'],
      ['2', '8', '200'],
    ]
    await owner.data(tables.change, { spaceId, id, change: { kind: 'addRows', columns: [1, 2, 3], rows: stored } })
    const before = await rowsOf(id)
    expect(String(before[0]?.[3]).length).toBeGreaterThan(20)
    const bytes = await exported(id, 'xlsx')
    const { scan } = await scanned(bytes, 'fish.xlsx')
    const types = scan.columns.map(({ name }, index) => ({ index, name, type: 'number' as const }))
    const back = await rowsOf(await imported(bytes, 'fish.xlsx', types))
    expect(back.map((row) => row.slice(0, 3))).toEqual(stored)
    expect(back.map((row) => row[3])).toEqual(before.map((row) => String(Number(Number(row[3]).toPrecision(15)))))
    const text = new TextDecoder().decode(await exported(id, 'csvForPrograms'))
    expect(text).toContain(String(before[0]?.[3]))
  })

  test('takes no moment that is finer than it can keep', async () => {
    const { owner, spaceId } = await scene()
    const { id } = await owner.data(tables.create, { spaceId, name: 'Moments', columns: columns.slice(3, 4) })
    const write = (moment: string) =>
      owner.call(tables.change, { spaceId, id, change: { kind: 'addRows', columns: [1], rows: [[moment]] } })
    expect(await write('2026-08-04T06:30:00.1234567Z')).toMatchObject({ error: 'tableCellInvalid' })
    expect(await write('2026-08-04T06:30:00.1234560Z')).toMatchObject({ code: 0 })
  })
})
