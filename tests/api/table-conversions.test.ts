import { expect, test } from 'vitest'
import { parseCell } from '#contract/cells.ts'
import type { CellType } from '#contract/tables/columns.ts'
import { buildTable } from '../support/data-table.ts'

const NUMBERS = [
  ...[
    '12',
    '-1.50',
    '+3',
    '.5',
    '5.',
    '-.5e3',
    '1e400',
    '1e401',
    '1e9999',
    '0e9999',
    '1e-400',
    '1e-401',
    '12e',
    '.',
    '-',
  ],
  ...[
    '1,234',
    '1,234,567.8',
    '12,34',
    '12,5',
    '1,2345',
    '1,234e2',
    '1 234',
    '1 234 567,8',
    '1\u202f234.5',
    "1'234",
    '1’234',
  ],
  ...['12.5%', '-1,000%', '%', '１２．５', '１，２３４', '−5', '--5', '0x10', 'NaN', 'Infinity', '007', '1_000', '٣'],
  ...['9'.repeat(400), '9'.repeat(401), `0.${'1'.repeat(400)}`, `0.${'1'.repeat(401)}`, '1 2', '1 23', '１２３ ４５６'],
]
const DAYS = [
  ...[
    '2026-11-21',
    '2026/1/2',
    '2026.1.2',
    '2026-11/21',
    '2026-02-29',
    '2024-02-29',
    '0000-01-01',
    '0001-01-01',
    '9999-12-31',
  ],
  ...[
    '2026年11月21日',
    '2026 年 1 月 2 号',
    '2026年11月21',
    '20261121',
    '20261321',
    '202611211',
    '2026-11-212',
    '2026-13-01',
  ],
  ...['25/12/2026', '12/25/2026', '3/4/2026', '4/4/2026', '3.4.2026', '31.4.2026', '13/13/2026', '1-2-20266'],
  ...[
    '21 Nov 2026',
    '21-nov-2026',
    'November 21, 2026',
    'Sept. 3 2026',
    '31 June 2026',
    'Mayor 1 2026',
    'yesterday',
    '2026',
  ],
]
const TIMES = [
  ...[
    ' 06:30',
    'T06:30:15',
    'T06:30:15.123456Z',
    ' 06:30:15.1234567',
    ' 06:30:15.1234560',
    ' 24:00',
    ' 6:60',
    ' 6:30:60',
    ' 6:',
  ],
  ...[
    ' 6:30 PM',
    ' 12:00 am',
    ' 0:30 pm',
    ' 13:00 p.m.',
    ' 下午3:05',
    ' 上午12时',
    ' 15时30分',
    ' 15点30分20秒',
    ' 15点30分20',
    ' 6：30',
  ],
  ...[
    'T06:30+08:00',
    'T06:30-0530',
    'T06:30+15:00',
    'T06:30+08',
    ' 06:30 UTC',
    ' 06:30 gmt',
    ' 00:00:00',
    ' 00:00',
    ' 0:00:00.000',
    ' x',
  ],
]
const DATETIMES = [
  ...DAYS,
  ...['2026-11-21', '3.4.2026', '20261121', '0001-01-01', '9999-12-31'].flatMap((day) =>
    TIMES.map((time) => day + time),
  ),
]
const WORDS = ['Yes', 'no', '是', '否', '1', '0', 'T', 'off', '✓', '✘', 'perhaps', '真', 'TRUE ', '　有']

test.each<[CellType, readonly string[]]>([
  ['number', NUMBERS],
  ['date', [...DAYS, ...TIMES.map((time) => `2026-11-21${time}`)]],
  ['datetime', DATETIMES],
  ['boolean', WORDS],
])('a text becomes the same %s by a change of type as by typing, pasting or importing it', async (type, texts) => {
  const { add, ids, change, valuesOf } = await buildTable()
  const [station = 0] = ids
  await add(texts.map((text) => [text]))
  await change({ kind: 'setType', column: station, type, format: { offsetMinutes: 0 }, isLossy: true })
  const became = await valuesOf(station, { count: 1000 })
  // A value is the same however it is written: 1.50 and 1.5, a second with milliseconds and without.
  const known = (value: unknown) => {
    if (value === null || typeof value !== 'string') return value
    if (type === 'number') return parseCell(type, {}, value)
    return type === 'datetime' ? parseCell(type, {}, value) : value
  }
  const meant = texts.map((text) => {
    const parsed = parseCell(type, {}, text)
    return 'value' in parsed ? parsed.value : null
  })
  const told = (values: readonly unknown[]) => texts.map((text, at) => [text, known(values[at])])
  expect(told(became)).toEqual(told(meant))
})
