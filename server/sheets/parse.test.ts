import { deflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { parseSheet } from './parse.ts'
import { readSheet } from './read-sheet.ts'
import { xlsxForm, xlsxStream } from './write-xlsx.ts'

const cellsOf = async (bytes: Buffer | string, rowsMax = 10) => {
  const parsed = await parseSheet(Buffer.from(bytes as string), { rows: rowsMax, columns: 50 })
  return 'rows' in parsed ? parsed.rows.map(({ row, cells }) => [row, ...cells]) : parsed.refusal
}
const collected = async (stream: AsyncIterable<Buffer>) => Buffer.concat(await Array.fromAsync(stream))
const workbook = async (rows: string[][], headings = ['a', 'b']) =>
  collected(
    await xlsxStream(
      { name: 'users', headings },
      (async function* () {
        yield* rows
      })(),
    ),
  )

/** An archive of one deflated entry whose directory says what it likes about the size. */
function archive({ zeros, declared, flags = 0 }: { zeros: number; declared: number; flags?: number }): Buffer {
  const name = Buffer.from('[Content_Types].xml')
  const packed = deflateRawSync(Buffer.alloc(zeros))
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(8, 8)
  local.writeUInt16LE(name.length, 26)
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02014b50, 0)
  entry.writeUInt16LE(flags, 8)
  entry.writeUInt16LE(8, 10)
  entry.writeUInt32LE(packed.length, 20)
  entry.writeUInt32LE(declared, 24)
  entry.writeUInt16LE(name.length, 28)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(46 + name.length, 12)
  end.writeUInt32LE(30 + name.length + packed.length, 16)
  return Buffer.concat([local, name, packed, entry, name, end])
}

describe('a file that is no sheet is refused', () => {
  test.each<[what: string, bytes: Buffer | string]>([
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['an old .xls', Buffer.from('d0cf11e0a1b11ae1000000000000000000', 'hex')],
    ['an archive cut short', Buffer.from('PK\u0003\u0004 and no more')],
    ['an archive of something else', archive({ zeros: 10, declared: 10 })],
    ['a bomb that says so', archive({ zeros: 60 * 1_048_576, declared: 60 * 1_048_576 })],
    ['a bomb that says nothing', archive({ zeros: 60 * 1_048_576, declared: 0 })],
    ['a bomb that says little', archive({ zeros: 60 * 1_048_576, declared: 100 })],
    ['a bomb whose size stands elsewhere', archive({ zeros: 10, declared: 0xffffffff })],
  ])('%s', async (_what, bytes) => {
    expect(await cellsOf(bytes)).toBe('sheetUnreadable')
  })

  test.each([
    ['nothing', ''],
    ['blank lines', '\r\n , ,\r\n'],
  ])('%s is empty', async (_what, bytes) => {
    expect(await cellsOf(bytes)).toBe('sheetEmpty')
  })

  test('one row more than may be is too long, blank ones do not count', async () => {
    expect(await cellsOf('h\n1\n\n2\n', 2)).toHaveLength(3)
    expect(await cellsOf('h\n1\n\n2\n3\n', 2)).toBe('sheetTooLong')
    expect(await cellsOf(await workbook([['1'], ['2'], ['3']]), 2)).toBe('sheetTooLong')
  })
})

describe('a sheet is read', () => {
  test('from CSV with a byte order mark, quotes, other separators and line ends', async () => {
    const rows = [
      [0, '姓名', '单位'],
      [1, '林, 蔚', '湖"所'],
    ]
    expect(await cellsOf('\uFEFF姓名,单位\r\n"林, 蔚","湖""所"\r\n')).toEqual(rows)
    expect(await cellsOf('姓名;单位\n"林, 蔚";"湖""所"')).toEqual(rows)
    expect(await cellsOf('姓名\t单位\r林, 蔚\t"湖""所"')).toEqual(rows)
  })

  test('from CSV whose headings, not its values, say what parts the cells', async () => {
    expect(await cellsOf('\n姓名,单位\n林蔚,"a;b;c;d"\n"x;y;z",p;q;r;s')).toEqual([
      [1, '姓名', '单位'],
      [2, '林蔚', 'a;b;c;d'],
      [3, 'x;y;z', 'p;q;r;s'],
    ])
  })

  test('from CSV in GB18030', async () => {
    expect(await cellsOf(Buffer.from('d0d5c3fb2cb5a5cebb0ac1d6ceb52cbafe0a', 'hex'))).toEqual([
      [0, '姓名', '单位'],
      [1, '林蔚', '湖'],
    ])
  })

  test('with the place of each row, blank ones left out', async () => {
    expect(await cellsOf('\nh\n\n1\n')).toEqual([
      [1, 'h'],
      [3, '1'],
    ])
  })

  test('without the apostrophe that our export puts before a formula', async () => {
    expect(await cellsOf("h\n'=1+1\n'-x\n'it's\n")).toEqual([
      [0, 'h'],
      [1, '=1+1'],
      [2, '-x'],
      [3, "'it's"],
    ])
  })

  test('from a workbook as it was written: every cell stays text', async () => {
    expect(
      await cellsOf(
        await workbook([
          ['=1+1', '007'],
          ['', ' 林蔚'],
          ['_x0041_', '_x005F_x0041__X000d_'],
        ]),
      ),
    ).toEqual([
      [0, 'a', 'b'],
      [1, '=1+1', '007'],
      [2, '', '林蔚'],
      [3, '_x0041_', '_x005F_x0041__X000d_'],
    ])
  })

  test('from a form that was filled in', async () => {
    const form = await xlsxForm({ name: '用户', headings: ['a', 'b'] }, [['1', '2']], {
      column: 1,
      words: ['x'],
      rowsMax: 5,
    })
    expect(await cellsOf(form)).toEqual([
      [0, 'a', 'b'],
      [1, '1', '2'],
    ])
  })

  test('in a thread of its own', async () => {
    expect(await readSheet(Buffer.from('h\n1\n'), { rows: 5, columns: 5 })).toEqual([
      { row: 0, cells: ['h'] },
      { row: 1, cells: ['1'] },
    ])
    await expect(readSheet(Buffer.from('h\n1\n2\n'), { rows: 1, columns: 5 })).rejects.toMatchObject({
      refusal: 'sheetTooLong',
      values: { count: 1 },
    })
  })
})
