import { describe, expect, test } from 'vitest'
import type { ReadingFormat } from '#contract/cells.ts'
import { TABLE_TEXT_MAX } from '#contract/core/limits.ts'
import type { CellType } from '#contract/tables/columns.ts'
import { drawing } from '../../tests/support/random.ts'
import { BATCH_BYTES, convertedRows, type RowsWish } from './convert.ts'
import { NO_VALUE, RawRows, rawRow } from './convert-bytes.ts'
import { type SourceRow, textCell } from './source.ts'

type Row = (string | null)[]

/** Rows as a database sends them: one after the other in the same bytes. */
function converted(wish: RowsWish, rows: readonly Row[]) {
  const raw = new RawRows(wish)
  const row = rawRow(wish.width)
  for (const texts of rows) {
    const bytes = Buffer.concat([Buffer.from('before'), ...texts.map((text) => Buffer.from(text ?? ''))])
    let at = 'before'.length
    for (const [cell, text] of texts.entries()) {
      const end = at + Buffer.byteLength(text ?? '')
      row.starts[cell] = text === null ? NO_VALUE : at
      row.ends[cell] = text === null ? NO_VALUE : end
      at = end
    }
    row.bytes = bytes
    raw.add(row)
  }
  return raw.take()
}

/** What the same rows are when each cell is read as a text. */
async function byTexts(wish: RowsWish, rows: readonly Row[]) {
  const cells = rows.map(
    (texts, at): SourceRow => ({ row: at + 1, cells: texts.map((text) => (text === null ? null : textCell(text))) }),
  )
  async function* pieces() {
    yield cells
  }
  const batches = await Array.fromAsync(convertedRows(pieces(), wish))
  return {
    lines: Buffer.concat(batches.map(({ lines }) => lines)).toString(),
    misfits: batches.flatMap(({ misfits }) => misfits),
    rows: batches.reduce((sum, batch) => sum + batch.rows, 0),
    read: batches.at(-1)?.read,
  }
}

async function expectAlike(wish: RowsWish, rows: readonly Row[]): Promise<void> {
  const { lines, ...rest } = converted(wish, rows)
  expect({ lines: Buffer.from(lines).toString(), ...rest }).toEqual(await byTexts(wish, rows))
}

const NUMBERS = [
  '0',
  '-0',
  '0.0',
  '-0.00',
  '1.50',
  '-12.3400',
  '007',
  '00',
  '0.5',
  '.5',
  '5.',
  '-',
  '',
  ' ',
  '1e3',
  'NaN',
  'Infinity',
  '+1',
  '1 000',
  '12345678901234567890.1234567890',
  '1.2.3',
  '1-2',
  '9'.repeat(401),
  '−3',
  '１',
]
const DAYS = [
  '2026-11-21',
  '2026-02-29',
  '2024-02-29',
  '2026-01-31',
  '0000-00-00',
  '0001-01-01',
  '2026-13-01',
  '2026-1-2',
  '21.11.2026',
  '2026-11-21 00:00:00',
  '2026-11-21 10:00:00',
  'infinity',
]
const TIMES = [
  '2026-11-21 10:00:00',
  '2026-11-21T10:00:00Z',
  '2026-11-21 10:00:00+00',
  '2026-11-21 10:00:00.123456+00',
  '2026-11-21 10:00:00.500',
  '2026-11-21 10:00:00.000',
  '2026-11-21 10:00:00.',
  '2026-11-21 10:00:00.1234567',
  '2026-11-21 10:00:00.1234560',
  '2026-11-21 24:00:00',
  '2026-11-21 10:60:00',
  '2026-11-21 10:00:60',
  '2026-11-21 10:00:00+08',
  '2026-11-21 10:00:00Z',
  '2026-01-31 10:00:00',
  '0000-00-00 00:00:00',
  '2026-11-21',
  '0044-03-15 10:00:00+00 BC',
  '2026-03-28 02:30:00',
]
const WORDS = [
  'a',
  '东海',
  'a\tb',
  'a\nb\r',
  'back\\slash',
  '\\N',
  'bell\x07',
  'nul\0',
  '😀',
  ' ',
  'true',
  'f',
  '1',
  'NA',
  'x; y',
  'x'.repeat(TABLE_TEXT_MAX),
  'x'.repeat(TABLE_TEXT_MAX + 1),
  '东'.repeat(TABLE_TEXT_MAX),
]
const EVERY = [...NUMBERS, ...DAYS, ...TIMES, ...WORDS, null]

describe('rows as databases send them are converted as their texts are', () => {
  const formats: [CellType, ReadingFormat][] = [
    ['text', {}],
    ['text', { missing: ['NA'] }],
    ['number', {}],
    ['number', { decimal: ',' }],
    ['date', {}],
    ['date', { dayFirst: true }],
    ['datetime', {}],
    ['datetime', { zone: 'UTC' }],
    ['datetime', { zone: 'Europe/Berlin' }],
    ['boolean', {}],
    ['choice', { options: ['a', 'f'] }],
    ['choices', {}],
    ['file', {}],
  ]
  test.each(formats)('in a column of %s, %j', async (type, format) => {
    await expectAlike(
      { width: 1, columns: [{ index: 0, type, format }] },
      EVERY.map((text) => [text]),
    )
  })

  test('in any order of columns, whatever else their rows hold', async () => {
    const random = drawing(18)
    const types: CellType[] = ['number', 'text', 'datetime', 'date', 'boolean']
    const columns = [3, 0, 4, 1].map((index) => ({ index, type: types[index] ?? 'text', format: {} }))
    const good: Row[] = [['1.50', 'a\tb', '2026-11-21 10:00:00.5', '2026-11-21', '1']]
    const rows = Array.from({ length: 500 }, () =>
      types.map((_, at) =>
        random() < 0.05 ? (EVERY[Math.floor(random() * EVERY.length)] ?? null) : (good[0]?.[at] ?? null),
      ),
    )
    for (const isCounted of [false, true])
      await expectAlike({ width: types.length, columns, isCounted }, [...good, ...rows])
  })
})

test('bytes that are no text become the character that says so', () => {
  const raw = new RawRows({ width: 1, columns: [{ index: 0, type: 'text', format: {} }] })
  raw.add({ bytes: Buffer.from('61ff62', 'hex'), starts: Int32Array.of(0), ends: Int32Array.of(3) })
  expect(Buffer.from(raw.take().lines).toString()).toBe('1\ta\ufffdb\n')
})

describe('a batch ends', () => {
  const wish: RowsWish = { width: 1, columns: [{ index: 0, type: 'number', format: {} }] }
  const LONG = 'x'.repeat(TABLE_TEXT_MAX)
  const MOST = Math.ceil(BATCH_BYTES / LONG.length)
  /** Rows of a text, each so many milliseconds after the one before; and the clock. */
  function slowly(texts: readonly string[], ms: number) {
    let at = 0
    async function* pieces() {
      for (const [place, text] of texts.entries()) {
        at += ms
        yield [{ row: place + 1, cells: [textCell(text)] }]
      }
    }
    return { pieces: pieces(), now: () => at }
  }
  const added = (raw: RawRows, text: string) => {
    const bytes = Buffer.from(text)
    return raw.add({ bytes, starts: Int32Array.of(0), ends: Int32Array.of(bytes.length) })
  }

  test('when the values that do not fit are large, however few they are', async () => {
    const raw = new RawRows(wish)
    const full = Array.from({ length: MOST }, () => added(raw, LONG))
    expect(full).toEqual([...Array.from({ length: MOST - 1 }, () => false), true])
    expect(raw.take().misfits).toHaveLength(MOST)
    expect(added(raw, LONG)).toBe(false)
    const { pieces } = slowly(
      Array.from({ length: 2 * MOST + 1 }, () => LONG),
      0,
    )
    const batches = await Array.fromAsync(convertedRows(pieces, wish))
    expect(batches.map(({ misfits }) => misfits.length)).toEqual([MOST, MOST, 1])
  })

  test('after ten seconds, however slowly its rows come', async () => {
    let at = 0
    const raw = new RawRows(wish, () => at)
    const ends = [0, 9999, 10_000].map((ms) => {
      at = ms
      return added(raw, '1')
    })
    expect(ends).toEqual([false, false, true])
    raw.take()
    at = 60_000
    expect(added(raw, '2')).toBe(false)
    const { pieces, now } = slowly(['1', '2', '3', '4'], 5000)
    const batches = await Array.fromAsync(convertedRows(pieces, wish, now))
    expect(batches.map(({ rows, read }) => [rows, read])).toEqual([
      [3, 3],
      [1, 4],
    ])
  })
})
