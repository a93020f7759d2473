import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { TABLE_START_MAX } from '#contract/core/limits.ts'
import { oddWorkbook } from '../../tests/support/workbook.ts'
import { type OpenOptions, openTableFile } from './open.ts'
import { belowHeader, scanSheet } from './scan.ts'
import { noNotes, type TableFileError, textCell } from './source.ts'
import { zipOf } from './write/zip.ts'
import { columnOf, RowCollector } from './xlsx/rows.ts'
import { dateCell, styleOfFormat } from './xlsx/serial.ts'
import { attributeOf, xmlScanner } from './xlsx/xml-scan.ts'

type Bytes = Buffer | string
async function read(bytes: Bytes, name = 'a.csv', options: OpenOptions = {}) {
  const file = await openTableFile(Buffer.from(bytes as string), name, options)
  const notes = noNotes()
  try {
    const rows = (await Array.fromAsync(file.read(0, notes))).flat()
    return { file, notes, rows: rows.map(({ row, cells }) => [row, ...cells.map((cell) => cell?.text ?? null)]) }
  } finally {
    file.close()
  }
}
const reasonOf = (bytes: Bytes, name?: string, options?: OpenOptions) =>
  read(bytes, name, options).then(
    () => 'read',
    ({ reason, row }: TableFileError) => (row === null ? reason : `${reason} ${row}`),
  )
async function scan(bytes: Bytes, name = 'a.csv') {
  const file = await openTableFile(Buffer.from(bytes as string), name)
  const scanned = await scanSheet(file, 0, {})
  file.close()
  return scanned
}
const zip = async (parts: Record<string, string>) =>
  Buffer.concat(await Array.fromAsync(zipOf(Object.entries(parts).map(([name, text]) => ({ name, text: [text] })))))
/** The start of a compound file, whose directory, in its first sector, has one stream. */
function compoundOf(stream: string): Buffer {
  const [sector, magic] = [512, 'd0cf11e0a1b11ae1']
  const bytes = Buffer.alloc(2 * sector)
  bytes.write(magic, 'hex')
  bytes.writeUInt16LE(9, 30)
  bytes.writeUInt32LE(0, 48)
  bytes.write('Root Entry', sector, 'utf16le')
  bytes.write(stream, sector + 128, 'utf16le')
  return bytes
}
const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')

describe('a file that is no table is refused with its reason', () => {
  test.each<[what: string, bytes: Bytes, reason: string, name?: string]>([
    ['nothing', '', 'empty'],
    ['blank lines', '\r\n  \n', 'empty'],
    ['a byte order mark alone', '\uFEFF', 'empty'],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'notATable'],
    ['an old .xls', Buffer.from('d0cf11e0a1b11ae1000000000000000000', 'hex'), 'oldExcel'],
    ['a text named as a workbook', 'a,b\n1,2\n', 'damaged', 'a.xlsx'],
    ['nothing, named as a workbook', '', 'damaged', 'A.XLSX'],
    ['a text named as Parquet', 'a,b\n1,2\n', 'damaged', 'a.parquet'],
    ['a workbook with a password', compoundOf('EncryptionInfo'), 'encrypted', 'a.xlsx'],
    ['an old .xls named as a workbook', compoundOf('Workbook'), 'oldExcel', 'a.xlsx'],
    ['an empty archive', Buffer.from(`504b0506${'00'.repeat(18)}`, 'hex'), 'notATable'],
    ['an archive cut short', Buffer.from('PK\u0003\u0004 and no more'), 'damaged'],
    ['a Parquet file cut short', 'PAR1 and no more', 'damaged'],
    ['a quote that never ends', 'a,b\n1,"2\n3,4\n', 'openQuote 2'],
    ['JSON of something else', '{"a":1}\n[1]\n', 'notJsonLines 2', 'a.jsonl'],
    ['JSON lines that break off', '{"a":1}\n{"a":', 'notJsonLines 2', 'a.jsonl'],
    ['more columns than a table has', `${'a,'.repeat(1000)}b\n`, 'tooManyColumns 1'],
    [
      'bytes of another encoding further on',
      Buffer.concat([Buffer.alloc(70_000, 'a,b\n'), Buffer.from([0x81, 0xff])]),
      'encoding',
    ],
  ])('%s', async (_what, bytes, reason, name) => {
    expect(await reasonOf(bytes, name)).toBe(reason)
  })

  test('a workbook with a document type, one that is cut, one without sheets', async () => {
    expect(await reasonOf(await zip({ 'a.txt': 'x' }))).toBe('notATable')
    const bomb = '<!DOCTYPE a [<!ENTITY b "bbbbbbbbbb">]><Relationships/>'
    expect(await reasonOf(await zip({ '_rels/.rels': bomb }))).toBe('damaged')
    const whole = oddWorkbook([['1', 'a']])
    expect(await reasonOf(whole.subarray(0, whole.length - 30))).toBe('damaged')
  })

  test('a workbook whose cell or tag would fill the memory, and one whose directory lies', async () => {
    expect(await reasonOf(oddWorkbook([['1', 'x'.repeat(1_200_000)]]))).toBe('cellTooLong 1')
    const bytes = await zip({ '_rels/.rels': `<Relationships>${' '.repeat(5000)}</Relationships>` })
    const at = bytes.indexOf(Buffer.from('504b0102', 'hex')) + 24
    bytes.writeUInt32LE(10, at)
    expect(await reasonOf(bytes)).toBe('damaged')
    bytes.writeUInt32LE(0xfffffff0, at)
    expect(await reasonOf(bytes)).toBe('tooLargeUnpacked')
  })
})

describe('a file that is meant to fill the memory', () => {
  /** What the heap grew by at most while something ran, in bytes. */
  async function grown<T>(run: () => Promise<T>): Promise<{ value: T; bytes: number }> {
    const before = process.memoryUsage().heapUsed
    let most = before
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage().heapUsed)
    }, 5)
    const value = await run().finally(() => clearInterval(watch))
    return { value, bytes: Math.max(most, process.memoryUsage().heapUsed) - before }
  }

  test('with a million merged ranges is read, and they are counted', async () => {
    const merged = `<mergeCells>${'<mergeCell ref="A1:B2"/>'.repeat(1_000_000)}</mergeCells>`
    const book = oddWorkbook([['1', 'a', 'b']], merged)
    const { value, bytes } = await grown(() => read(book))
    expect(value.rows).toEqual([[1, 'a', 'b']])
    expect(value.notes.mergedRanges).toBe(1_000_000)
    expect(bytes).toBeLessThan(200 * 1_048_576)
  })

  test('with one cell or line of 40 MB is refused at once', async () => {
    const cell = 'x'.repeat(40 * 1_048_576)
    expect(await reasonOf(`a,b\n1,2\n3,${cell}\n`)).toBe('cellTooLong 3')
    expect(await reasonOf(`{"a":"1"}\n{"a":"${cell}"}\n`, 'a.jsonl')).toBe('notJsonLines')
  })
})

describe('separated text is read', () => {
  test.each<[what: string, bytes: Bytes, rows: unknown[][]]>([
    [
      'with a mark, quotes and both line ends',
      '\uFEFFa,b\r\n"x, y","1""2"\r\n',
      [
        [1, 'a', 'b'],
        [2, 'x, y', '1"2'],
      ],
    ],
    [
      'with semicolons',
      'a;b\n1,5;2\n',
      [
        [1, 'a', 'b'],
        [2, '1,5', '2'],
      ],
    ],
    [
      'with tabs and old line ends',
      'a\tb\r1\t"2\n3"\r',
      [
        [1, 'a', 'b'],
        [2, '1', '2\n3'],
      ],
    ],
    [
      'with bars',
      'a|b\n1|2',
      [
        [1, 'a', 'b'],
        [2, '1', '2'],
      ],
    ],
    [
      'in GB18030',
      Buffer.from('d0d5c3fb2cb5a5cebb0ac1d6ceb52cbafe0a', 'hex'),
      [
        [1, '姓名', '单位'],
        [2, '林蔚', '湖'],
      ],
    ],
    [
      'in UTF-16 with a mark',
      utf16('a\tb\n号\t2'),
      [
        [1, 'a', 'b'],
        [2, '号', '2'],
      ],
    ],
    [
      'in UTF-16 without one',
      utf16('a,b\n1,2').subarray(2),
      [
        [1, 'a', 'b'],
        [2, '1', '2'],
      ],
    ],
    [
      'of one column',
      'a\n1\n',
      [
        [1, 'a'],
        [2, '1'],
      ],
    ],
    [
      'with blank rows, whose place counts',
      'a,b\n\n,\n1,2\n',
      [
        [1, 'a', 'b'],
        [4, '1', '2'],
      ],
    ],
    ['with a quote within a field and behind one', 'a"b,"c"d\n', [[1, 'a"b', 'cd']]],
  ])('%s', async (_what, bytes, rows) => {
    expect((await read(bytes)).rows).toEqual(rows)
  })

  test('as Western European or Chinese programs write it, and it is told that this was guessed', async () => {
    const guessed = async (bytes: Bytes) => {
      const { file, rows } = await read(bytes)
      return [file.encoding, file.isEncodingGuessed, ...rows.map(([, ...cells]) => cells)]
    }
    const western = Buffer.from('Sjön;µmol/L\nÅ é;1,5\n', 'latin1')
    expect(await guessed(western)).toEqual(['windows-1252', true, ['Sjön', 'µmol/L'], ['Å é', '1,5']])
    expect(await guessed(Buffer.from('Étang,é\n', 'latin1'))).toEqual(['windows-1252', true, ['Étang', 'é']])
    const late = Buffer.concat([Buffer.alloc(200_000, 'a,b\n'), western])
    expect((await guessed(late)).at(-1)).toEqual(['Å é;1', '5'])
    expect(await guessed(Buffer.from('d5beb5e32c610a', 'hex'))).toEqual(['gb18030', true, ['站点', 'a']])
    expect(await guessed('站点,a\n')).toEqual(['utf-8', false, ['站点', 'a']])
  })

  test('the same whatever the pieces in which it comes', async () => {
    const text = `a,b\r\n${Array.from({ length: 30_000 }, (_, n) => `"${n}\r\n""x""",ü${n}\r\n`).join('')}`
    const { rows } = await read(text)
    expect(rows).toHaveLength(30_001)
    expect(
      rows.every(([row, a, b], at) => at === 0 || (row === at + 1 && a === `${at - 1}\r\n"x"` && b === `ü${at - 1}`)),
    ).toBe(true)
  })

  test('characters that begin in one piece of a file and end in the next are UTF-8', async () => {
    for (const character of ['é', '东', '😀']) {
      const text = `a${character.repeat(600_000)}`
      expect((await openTableFile(Buffer.from(text), 'a.csv')).encoding).toBe('utf-8')
      const cut = Buffer.from(text).subarray(0, -1)
      expect((await openTableFile(cut, 'a.csv').catch(() => null))?.encoding).not.toBe('utf-8')
    }
  })

  test('what was said beforehand is not guessed; short rows are counted', async () => {
    expect((await read('a;b,c\n1;2\n', 'a.csv', { separator: ';' })).rows).toEqual([
      [1, 'a', 'b,c'],
      [2, '1', '2'],
    ])
    expect((await read(Buffer.from([0x61, 0xe9]), 'a.csv', { encoding: 'windows-1252' })).rows).toEqual([[1, 'aé']])
    expect((await read('a,b\n1\n')).notes).toEqual({ blankRows: 0, shortRows: 1, mergedRanges: 0 })
  })
})

test('JSON lines keep the digits of numbers, and columns come in the order of their first row', async () => {
  const { rows, file } = await read(
    '{"a":1.10,"b":[ "x","y"]}\n\n{"c":{"d":12345678901234567890},"a":null,"b":true}',
    'a.jsonl',
  )
  expect(file.columns()).toEqual(['a', 'b', 'c'])
  expect(rows).toEqual([
    [1, '1.1', 'x; y'],
    [3, null, 'true', '{"d":12345678901234567890}'],
  ])
})

describe('a workbook is read', () => {
  test('with rows at their places, prefixes, CDATA, entities and a comment', async () => {
    const events: string[] = []
    const scanner = xmlScanner({
      open: (name, attributes) => events.push(`<${name} ${attributeOf(attributes, 'r')}`),
      text: (text) => events.push(text),
      close: (name) => events.push(`/${name}`),
    })
    for (const one of '<?xml version="1.0"?><x:a r="1 &gt; 0"><!-- > --><b r=\'">"\'/>x&#x4e2d;&amp;<![CDATA[<&]]></x:a>')
      scanner.feed(one)
    scanner.end()
    expect(events.join('|')).toBe('<a 1 > 0|<b ">"|/b|x中&|<&|/a')
    expect(
      (
        await read(
          oddWorkbook([
            ['2', 'a'],
            ['2', 'b'],
            ['9', 'c'],
          ]),
        )
      ).rows,
    ).toEqual([
      [2, 'a'],
      [3, 'b'],
      [9, 'c'],
    ])
  })

  test('alike in one piece and in many, whatever the order of the attributes of its cells', () => {
    const cells = [
      '<c r="A1" s="1"><v>45000</v></c>',
      '<c r="B1" t="str"><v>a_x000A_b</v></c>',
      '<c r="D1"><v>1E-3</v></c>',
      '<c r="E1" s="0"><v>0.30000000000000004</v></c>',
      '<c r="F1" t="b"><v>1</v></c>',
      '<c r="G1" t="inlineStr"><is><t xml:space="preserve"> x </t></is></c>',
      '<c r="H1" t="e"><v>#N/A</v></c>',
      '<c r="I1"/>',
      '<c t="str"><v>last</v></c>',
      '<c><f>A1*2</f></c>',
    ]
    const turned = cells.map((cell) => cell.replace(/<c( r="\w+")?( [st]="\w+")/, '<c$2$1'))
    const rowsIn = (pieces: Iterable<string>) => {
      const collector = new RowCollector(
        { sheets: [], strings: null, styles: ['number', 'date'], base: 1900 },
        null,
        noNotes(),
      )
      const scanner = xmlScanner(collector.heard)
      for (const piece of pieces) scanner.feed(piece)
      scanner.end()
      return collector.taken()
    }
    const sheetOf = (row: readonly string[]) => `<sheetData><row r="1">${row.join('')}</row></sheetData>`
    const texts = [
      '2023-03-15',
      'a\nb',
      undefined,
      '0.001',
      '0.30000000000000004',
      'true',
      ' x ',
      '#N/A',
      undefined,
      'last',
      '=A1*2',
    ]
    const [row] = rowsIn([sheetOf(cells)])
    expect(row?.cells.map((cell) => cell?.text)).toEqual(texts)
    for (const pieces of [[sheetOf(turned)], sheetOf(cells), sheetOf(turned)]) expect(rowsIn(pieces)).toEqual([row])
  })

  test.each([
    ['A1', 0],
    ['Z9', 25],
    ['AA10', 26],
    ['XFD1', 16_383],
  ])('%s is column %i', (reference, column) => {
    expect(columnOf(reference)).toBe(column)
  })

  test.each([
    ['yyyy"年"m"月"d"日"', 'date'],
    ['[$-804]yyyy/m/d h:mm AM/PM', 'datetime'],
    ['hh:mm:ss', 'time'],
    ['mm:ss.0', 'time'],
    ['[h]:mm', 'elapsed'],
    ['0.00E+00', 'number'],
    ['General', 'number'],
    ['[Red]#,##0;[Blue]-#,##0 "days"', 'number'],
    ['\\d0', 'number'],
    ['0%', 'percent'],
    ['[Red]0.0%;-0.0%', 'percent'],
    ['0.0"%"', 'number'],
    ['0\\%', 'number'],
    ['mmm-yy', 'date'],
  ])('the format %s shows a %s', (code, style) => {
    expect(styleOfFormat(code)).toBe(style)
  })

  test('a number that is shown as a percentage is its fraction, and says so', () => {
    const book = { sheets: [], strings: null, styles: ['number' as const, 'percent' as const], base: 1900 as const }
    const collector = new RowCollector(book, null, noNotes())
    xmlScanner(collector.heard).feed('<row r="1"><c s="1"><v>0.005</v></c><c s="0"><v>0.02</v></c></row>')
    expect(collector.taken()[0]?.cells).toEqual([
      { kind: 'number', text: '0.005', isPercent: true },
      { kind: 'number', text: '0.02' },
    ])
  })

  test.each([
    [1, 'date', 1900, '1900-01-01'],
    [59, 'date', 1900, '1900-02-28'],
    [60, 'date', 1900, '1900-02-29'],
    [61, 'date', 1900, '1900-03-01'],
    [0, 'date', 1904, '1904-01-01'],
    [46_347, 'date', 1900, '2026-11-21'],
    [46_347.3543402778, 'datetime', 1900, '2026-11-21T08:30:15'],
    [46_347.5, 'date', 1900, '2026-11-21T12:00:00'],
    [0.5, 'time', 1900, '12:00:00'],
    [1.25, 'elapsed', 1900, '30:00:00'],
    [-1, 'date', 1900, '-1'],
    [3_000_000, 'date', 1900, '3000000'],
  ] as const)('%d shown as a %s from %i is %s', (serial, style, base, text) => {
    expect(dateCell(serial, style, base)?.text).toBe(text)
  })
})

const PYTHON = '/usr/bin/python3'
const hasPython = spawnSync(PYTHON, ['-c', 'import openpyxl, xlsxwriter']).status === 0
const MAKE = `
import datetime, openpyxl, xlsxwriter, sys
book = openpyxl.Workbook(); sheet = book.active; sheet.title = "采样 1'; drop table"
sheet.append(['id', '日期', None, 'id', 'value', 'sum'])
for n in range(1, 4): sheet.append([f'00{n}', datetime.datetime(2026, 11, n), 'x', 1e-7 * n, 0.1 + n, f'=E{n + 1}*2'])
sheet['H2'] = 'far'; sheet.merge_cells('A6:C7'); sheet['A6'] = 'm'; sheet['E6'] = '#N/A'
book.create_sheet('empty'); book.create_chartsheet('chart')
book.save(sys.argv[1])
book = xlsxwriter.Workbook(sys.argv[2], {'date_1904': True}); sheet = book.add_worksheet('数据')
moment = book.add_format({'num_format': 'yyyy"年"m"月"d"日" hh:mm:ss'})
sheet.write_row(0, 0, ['t', 'rich', 'calculated', 'yes'])
sheet.write_datetime(1, 0, datetime.datetime(2026, 11, 21, 8, 30, 15), moment)
sheet.write_rich_string(1, 1, 'a ', book.add_format({'bold': True}), 'b_x0041_', ' 𠮷'); sheet.write_formula(1, 2, '=1/4', None, 0.25); sheet.write_boolean(1, 3, True)
book.close()
`

test.runIf(hasPython)(
  'workbooks of openpyxl and xlsxwriter: sheets, merged cells, formulas, rich texts, 1904',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ds-books-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const [first, second] = [join(folder, 'a.xlsx'), join(folder, 'b.xlsx')]
    const made = spawnSync(PYTHON, ['-c', MAKE, first, second], { encoding: 'utf8' })
    expect(made.stderr).toBe('')
    const { rows, notes, file } = await read(readFileSync(first))
    expect(file.sheets).toEqual(["采样 1'; drop table", 'empty'])
    expect(notes.mergedRanges).toBe(1)
    expect(rows[1]).toEqual([2, '001', '2026-11-01T00:00:00', 'x', '0.0000001', '1.1', '=E2*2', null, 'far'])
    expect(rows.at(-1)).toEqual([6, 'm', null, null, null, '#N/A'])
    const { columns } = await scan(readFileSync(first))
    expect(columns.map(({ name, type }) => `${name}: ${type}`)).toEqual([
      'id: text',
      '日期: date',
      'C: text',
      'id (2): number',
      'value: number',
      'sum: text',
      'G: text',
      'H: text',
    ])
    expect(columns[4]).toMatchObject({ values: 3, empty: 0, missing: [{ word: '#N/A', count: 1 }] })
    expect(columns[5]).toMatchObject({ formulas: 3 })
    const other = await read(readFileSync(second))
    expect(other.rows[1]).toEqual([2, '2026-11-21T08:30:15', 'a b_x0041_ 𠮷', '0.25', 'true'])
  },
)

describe('types are proposed from all rows', () => {
  test.each<[what: string, values: string[], type: string, format: object]>([
    ['whole numbers', ['1', '-2', '30'], 'number', {}],
    ['grouped numbers', ['1,234.5', '2'], 'number', {}],
    ['decimal commas', ['1,5', '2'], 'number', { decimal: ',' }],
    ['leading zeros', ['007', '12'], 'text', {}],
    ['long digits', ['110101199003078515', '1'], 'text', {}],
    ['doubles in full', ['0.30000000000000004', '1e-7'], 'number', {}],
    ['0 and 1', ['0', '1'], 'number', {}],
    ['yes and no', ['是', '否'], 'boolean', {}],
    ['days of ISO 8601', ['2026-11-21', '2026/1/2'], 'date', {}],
    ['Chinese days', ['2026年11月21日'], 'date', {}],
    ['days first, as one shows', ['3/4/2026', '21/4/2026'], 'date', { dayFirst: true }],
    ['months first, as one shows', ['3/4/2026', '4/21/2026'], 'date', { dayFirst: false }],
    ['moments', ['2026-11-21 08:30', '2026-11-21'], 'datetime', {}],
    ['years', ['2026', '1999'], 'number', {}],
    ['a mixture', ['1', 'x'], 'text', {}],
  ])('%s', async (_what, values, type, format) => {
    const { columns } = await scan(`c;d\n${values.map((value) => `${value};x`).join('\n')}\n`)
    expect(columns[0]).toMatchObject({ type, format, values: values.length })
  })

  test('a day that could be a month either way is told', async () => {
    const { columns } = await scan('c,d\n3/4/2026,x\n5/6/2026,x\n')
    expect(columns[0]).toMatchObject({ type: 'date', format: { dayFirst: true }, isOrderUnknown: true })
  })

  test('what keeps a column from a narrower type, missing words, few values', async () => {
    const rows = Array.from(
      { length: 40 },
      (_, n) => `${n === 7 ? 'about 7' : n},${n % 2 ? 'male' : 'female'},${n % 4 ? n : 'NA'}`,
    )
    const { columns, rows: count } = await scan(`n,s,m\n${rows.join('\n')}`)
    expect(count).toBe(40)
    expect(columns[0]?.unfit.find(({ type }) => type === 'date')).toMatchObject({ format: {}, count: 40 })
    expect(columns[0]).toMatchObject({ type: 'text', nearly: { type: 'number', misfits: 1, examples: ['about 7'] } })
    expect(columns[1]).toMatchObject({ type: 'text', choices: ['female', 'male'] })
    expect(columns[2]).toMatchObject({ type: 'number', values: 30, empty: 0, missing: [{ word: 'NA', count: 10 }] })
  })

  test('errors of formulas count as missing words, so that the column of a computed mean keeps its numbers', async () => {
    const errors = ['#DIV/0!', '#VALUE!', '#REF!', '#NAME?', '#NUM!', '#NULL!']
    const { columns } = await scan(`mean\n1.5\n2\n${errors.join('\n')}`)
    expect(columns[0]).toMatchObject({ type: 'number', values: 2, missing: errors.map((word) => ({ word, count: 1 })) })
  })

  test('titles and remarks above a table are left out, and its rows keep their numbers', async () => {
    const text =
      '洱海 2026 年水质监测（初稿）,,,\n\n,制表：周,,\n站点,日期,,水温\nS1,2026-09-01,,14.2\nS2,2026-09-02,,13.9\n'
    const found = await scan(text)
    expect(found).toMatchObject({ firstRow: 4, hasHeader: true, rows: 2 })
    expect(found.columns.map(({ heading, type }) => [heading, type])).toEqual([
      ['站点', 'text'],
      ['日期', 'date'],
      ['', 'text'],
      ['水温', 'number'],
    ])
    const file = await openTableFile(Buffer.from(text), 'a.csv')
    expect(await scanSheet(file, 0, { firstRow: 5, hasHeader: false })).toMatchObject({ firstRow: 5, rows: 2 })
    expect(await scanSheet(file, 0, { firstRow: 900 })).toMatchObject({ rows: 0, columns: [] })
  })

  test('titles are found however few rows come at once, and never below the last row that a table can begin with', async () => {
    const row = (row: number, ...cells: string[]) => ({ row, cells: cells.map(textCell) })
    const begin = async (...rows: ReturnType<typeof row>[]) => {
      async function* oneByOne() {
        yield []
        for (const one of rows) yield [one]
      }
      const pieces = await Array.fromAsync(belowHeader(oneByOne(), {}))
      return {
        firstRow: pieces[0]?.firstRow,
        header: pieces[0]?.header?.map((cell) => cell?.text),
        rows: pieces.flatMap((one) => one.rows.map((each) => each.row)),
      }
    }
    const table = [row(3, 'a', 'b', 'c'), row(4, '1', '2', '3')]
    expect(await begin(row(1, 'Title'), ...table)).toEqual({ firstRow: 3, header: ['a', 'b', 'c'], rows: [4] })
    const far = row(TABLE_START_MAX + 1, 'a', 'b', 'c')
    expect(await begin(row(1, 'Title'), far)).toMatchObject({ firstRow: 1 })
  })

  test('a table of one column, or one whose first row is filled, begins with its first row', async () => {
    for (const text of ['note\nalpha\nbeta\n', 'a,b\n1,2\n3,4,5\n', 'only\na,b\n'])
      expect(await scan(text)).toMatchObject({ firstRow: 1 })
  })

  test('surplus cells get a column, blank and repeated headings a name of their own', async () => {
    const { columns, hasHeader } = await scan('a,,A,a\nx,y,z,w,surplus\n')
    expect(hasHeader).toBe(false)
    const file = await openTableFile(Buffer.from('a,,A,a\nx,y,z,w,surplus\n'), 'a.csv')
    const named = await scanSheet(file, 0, { hasHeader: true })
    expect(named.columns.map(({ name }) => name)).toEqual(['a', 'B', 'A (2)', 'a (3)', 'E'])
    expect(columns.map(({ name }) => name)).toEqual(['A', 'B', 'C', 'D', 'E'])
    const quoted = await openTableFile(Buffer.from("a`b,a'b\n1,2\n"), 'a.csv')
    const { columns: unquoted } = await scanSheet(quoted, 0, { hasHeader: true })
    expect(unquoted.map(({ name, heading }) => [name, heading])).toEqual([
      ["a'b", 'a`b'],
      ["a'b (2)", "a'b"],
    ])
  })
})
