import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parquetMetadata } from 'hyparquet'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parseCell } from '#contract/cells.ts'
import type { Cell } from '#contract/tables/columns.ts'
import { openTableFile } from './open.ts'
import { scanSheet } from './scan.ts'
import { noNotes, type SourceCell } from './source.ts'
import type { WrittenColumn } from './write/columns.ts'
import { parquetBytes } from './write/parquet.ts'
import { csvText, jsonLines } from './write/text.ts'
import { XLSX_TEXT_MAX, xlsxBytes } from './write/xlsx.ts'

const columns: WrittenColumn[] = [
  { name: '编号', type: 'text' },
  { name: 'amount, "net"', type: 'number', size: { digits: 20, decimals: 17 } },
  { name: '=cmd|x', type: 'date' },
  { name: 'at', type: 'datetime' },
  { name: 'ok', type: 'boolean' },
  { name: 'kind', type: 'choice' },
  { name: 'kinds', type: 'choices' },
]
const table: Cell[][] = [
  ['007', '0.1', '2026-11-21', '2026-11-21T08:30:15Z', true, 'a', ['a', 'b c']],
  ['12345678901234567890', '12345678901234567890', '1900-02-28', '1899-12-31T23:59:59.000001Z', false, 'b', ['a']],
  ['=1+1', '-0.0000001', '9999-12-31', '2026-11-21T08:30:15.123Z', null, null, null],
  ["'=1", '0.30000000000000004', '0079-08-24', '2026-11-21T08:30:15.123456Z', true, '-x', ['-x']],
  ['line\nbreak\r\n"quoted", 𠮷😀 <&>', '123456789012345', null, null, null, null, null],
  ['  blanks  ', null, '1900-03-01', '1970-01-01T00:00:00Z', null, '@b', null],
  ['_x0041_ bell\u0007', '1', null, '2026-02-28T23:59:59.999Z', false, null, null],
]

async function* pieces(rows: readonly Cell[][]) {
  yield rows.slice(0, 3)
  yield rows.slice(3)
}
const collected = async (stream: AsyncIterable<Buffer | string>) =>
  Buffer.concat((await Array.fromAsync(stream)).map((piece) => Buffer.from(piece)))
type Write = (wanted: readonly WrittenColumn[], rows: Cell[][]) => AsyncIterable<Buffer | string>
const writers: Record<string, Write> = {
  'a.xlsx': (wanted, rows) => xlsxBytes('数据', wanted, pieces(rows)),
  'a.csv': (wanted, rows) => csvText(wanted, pieces(rows)),
  'a.parquet': (wanted, rows) => parquetBytes(wanted, pieces(rows)),
  'a.jsonl': (wanted, rows) => jsonLines(wanted, pieces(rows)),
}

/** Files that say of what type their cells are. */
const typed = Object.entries(writers).filter(([name]) => /xlsx|parquet/.test(name))

/** All cells of the first sheet, the heading first. */
async function cellsIn(bytes: Buffer, name: string): Promise<SourceCell[][]> {
  const file = await openTableFile(bytes, name)
  const rows = (await Array.fromAsync(file.read(0, noNotes()))).flat().map(({ cells }) => cells)
  const names = file.columns()
  file.close()
  return names ? [names.map((text) => ({ kind: 'text', text })), ...rows] : rows
}
const parsed = (row: readonly SourceCell[]) => columns.map(({ type }, at) => parseCell(type, {}, row[at]?.text ?? ''))

describe('a table that is written is read as it was', () => {
  test.each(Object.entries(writers))('%s: every value', async (name, write) => {
    const [heading, ...rows] = await cellsIn(await collected(write(columns, table)), name)
    expect(heading?.map((cell) => cell?.text)).toEqual(columns.map((column) => column.name))
    expect(rows.map(parsed)).toEqual(table.map((row) => row.map((value) => ({ value }))))
  })

  test.each(typed)('%s: the types are proposed again', async (name, write) => {
    const rows = table.filter((row) => row[1] !== null)
    const file = await openTableFile(await collected(write(columns, rows)), name)
    const { columns: found } = await scanSheet(file, 0, {})
    file.close()
    expect(found.map(({ type }) => type)).toEqual(['text', 'number', 'date', 'datetime', 'boolean', 'text', 'text'])
  })

  test('rows beyond those of a sheet follow on another one, below the same heading', async () => {
    const plain: WrittenColumn[] = [{ name: 'n', type: 'number' }]
    const rows = ['1', '2', '3', '4'].map((n) => [n])
    const file = await openTableFile(await collected(xlsxBytes('numbers', plain, pieces(rows), 3)), 'a.xlsx')
    const readSheet = async (sheet: number) =>
      (await Array.fromAsync(file.read(sheet, noNotes()))).flat().map(({ cells }) => cells[0]?.text)
    const read = await Promise.all(file.sheets.map((_, sheet) => readSheet(sheet)))
    file.close()
    expect(read).toEqual([
      ['n', '1', '2'],
      ['n', '3', '4'],
    ])
  })

  test('times of a column with a zone are those of its clocks, in files for people', async () => {
    const zoned: WrittenColumn[] = [{ name: 'at', type: 'datetime', offsetMinutes: 480 }]
    const cells = [['2026-11-21T22:30:15.123456Z'], ['0001-01-01T00:00:00Z'], ['9999-12-31T23:59:59Z'], [null]]
    const file = async (write: Write) => (await collected(write(zoned, cells))).toString()
    const ofPrograms = await file((wanted, rows) => csvText(wanted, pieces(rows), { isForPrograms: true }))
    expect(ofPrograms).toContain('2026-11-21T22:30:15.123456Z')
    const [, ...lines] = (await file((wanted, rows) => csvText(wanted, pieces(rows)))).split('\r\n')
    expect(lines).toEqual([
      '2026-11-22T06:30:15.123456+08:00',
      '0001-01-01T08:00:00+08:00',
      '9999-12-31T23:59:59Z',
      '',
      '',
    ])
    const whole = xlsxBytes('x', zoned, pieces([['2026-11-21T22:30:15.123Z'], ['2026-11-21T22:30:15.123456Z']]))
    const [, exact, text] = await cellsIn(await collected(whole), 'a.xlsx')
    expect(exact?.[0]?.text).toBe('2026-11-22T06:30:15.123')
    expect(text?.[0]?.text).toBe('2026-11-22T06:30:15.123456+08:00')
  })

  test('a table without rows keeps its columns', async () => {
    for (const [name, write] of Object.entries(writers)) {
      if (name === 'a.jsonl') continue
      const file = await openTableFile(await collected(write(columns, [])), name)
      const { columns: found, rows } = await scanSheet(file, 0, { hasHeader: true })
      file.close()
      expect([name, rows, found.map((column) => column.name)]).toEqual([name, 0, columns.map((column) => column.name)])
    }
  })

  test('numbers that no decimal of 38 digits holds stay exact in Parquet', async () => {
    const wide: WrittenColumn[] = [{ name: 'n', type: 'number', size: { digits: 30, decimals: 30 } }]
    const value = `${'9'.repeat(30)}.${'1'.repeat(30)}`
    const [, row] = await cellsIn(await collected(parquetBytes(wide, pieces([[value]]))), 'a.parquet')
    expect(row?.[0]?.text).toBe(value)
  })

  test('decimals of Parquet are decimals', async () => {
    const bytes = await collected(parquetBytes(columns, pieces(table)))
    const { schema } = parquetMetadata(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))
    expect(schema[2]).toMatchObject({ converted_type: 'DECIMAL', precision: 37, scale: 17 })
    expect(schema[4]).toMatchObject({ logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' } })
  })
})

test('computed numbers are numbers of 15 digits in a workbook, and exact everywhere else', async () => {
  const wanted: WrittenColumn[] = [
    { name: 'stored', type: 'number' },
    { name: 'computed', type: 'number', isComputed: true },
  ]
  const long = [
    '1.111138217912329148441193621049',
    '123456789012345678',
    '-0.0000001',
    '2.5',
    `1${'0'.repeat(400)}`,
    `0.${'0'.repeat(349)}1`,
    '0',
  ]
  const rows = long.map((value) => [value, value])
  const texts = (cells: SourceCell[][], at: number) => cells.slice(1).map((row) => row[at]?.text)
  for (const [name, write] of Object.entries(writers)) {
    if (/parquet/.test(name)) continue
    const cells = await cellsIn(await collected(write(wanted, rows)), name)
    expect([name, texts(cells, 0)]).toEqual([name, long])
    if (!/xlsx/.test(name)) expect([name, texts(cells, 1)]).toEqual([name, long])
    else {
      expect(texts(cells, 1)).toEqual([
        '1.11113821791233',
        '123456789012346000',
        '-0.0000001',
        '2.5',
        long[4],
        long[5],
        '0',
      ])
      expect(cells.slice(1).map((row) => row[1]?.kind)).toEqual([
        'number',
        'number',
        'number',
        'number',
        'text',
        'text',
        'number',
      ])
    }
  }
})

test('a text that no cell of a workbook keeps whole is refused, not cut', async () => {
  const rows = [['x'.repeat(XLSX_TEXT_MAX + 1)]]
  await expect(collected(xlsxBytes('a', [{ name: 'a', type: 'text' }], pieces(rows)))).rejects.toThrow(
    'tableTextTooLongForXlsx',
  )
})

test('an apostrophe stands before what a spreadsheet program would run, in texts alone', async () => {
  const rows: Cell[][] = [['=cmd|x', '-5']]
  const wanted: WrittenColumn[] = [columns[0] as WrittenColumn, { name: 'n', type: 'number' }]
  expect(String(await collected(csvText(wanted, pieces(rows))))).toContain("\r\n'=cmd|x,-5\r\n")
  expect(String(await collected(csvText(wanted, pieces(rows), { isForPrograms: true })))).toContain('\r\n=cmd|x,-5\r\n')
})

const PYTHON = '/usr/bin/python3'
const hasOpenpyxl = spawnSync(PYTHON, ['-c', 'import openpyxl']).status === 0
const READ = `
import openpyxl, sys, json
sheet = openpyxl.load_workbook(sys.argv[1]).worksheets[0]
print(json.dumps([sheet.title] + [[[type(c.value).__name__, str(c.value), c.data_type] for c in row] for row in sheet.iter_rows()]))
`

test.runIf(hasOpenpyxl)('openpyxl reads the workbook: dates are dates, formulas are texts', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ds-xlsx-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'a.xlsx')
  writeFileSync(path, await collected(xlsxBytes('数据', columns, pieces(table))))
  const { stdout, stderr } = spawnSync(PYTHON, ['-c', READ, path], { encoding: 'utf8' })
  const [title, , first, long, formula] = JSON.parse(stdout || JSON.stringify([stderr])) as string[][][]
  expect(title).toBe('数据')
  expect(first?.slice(0, 5)).toEqual([
    ['str', '007', 's'],
    ['float', '0.1', 'n'],
    ['datetime', '2026-11-21 00:00:00', 'd'],
    ['datetime', '2026-11-21 08:30:15', 'd'],
    ['bool', 'True', 'b'],
  ])
  expect(long?.[1]).toEqual(['str', '12345678901234567890', 's'])
  expect(formula?.[0]).toEqual(['str', '=1+1', 's'])
})
