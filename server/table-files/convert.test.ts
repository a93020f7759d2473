import { describe, expect, test } from 'vitest'
import { convertedRows, type TakenColumn, textsIn } from './convert.ts'
import { ColumnProfile } from './proposal.ts'
import type { SourceCell } from './source.ts'

/** What cells of a column become, or the reason why they don't fit. */
async function converted(cells: readonly NonNullable<SourceCell>[], column: Omit<TakenColumn, 'index'>) {
  async function* pieces() {
    yield cells.map((cell, at) => ({ row: at + 1, cells: [cell] }))
  }
  const batches = await Array.fromAsync(convertedRows(pieces(), { width: 1, columns: [{ index: 0, ...column }] }))
  return batches.flatMap((batch) => [
    ...textsIn(batch).map(([text]) => text),
    ...batch.misfits.map(({ cells: [text], reasons: { 0: reason } }) => `${text} ${reason}`),
  ])
}
const number = (text: string) => ({ kind: 'number', text }) as const
const text = (text: string) => ({ kind: 'text', text }) as const
const COMMA = { decimal: ',' } as const

describe('what a file states as a value of a type is taken as it is', () => {
  test('numbers beside texts with a decimal comma', async () => {
    const cells = [number('1.234'), number('-12.345'), number('2'), text('3,7'), text('1.234,5'), text('1.234')]
    expect(await converted(cells, { type: 'number', format: COMMA })).toEqual([
      '1.234',
      '-12.345',
      '2',
      '3.7',
      '1234.5',
      '1234',
    ])
  })

  test('days, moments, and yes and no, whatever the order of day and month', async () => {
    const format = { dayFirst: true }
    expect(await converted([{ kind: 'date', text: '2026-03-04' }, text('5/4/2026')], { type: 'date', format })).toEqual(
      ['2026-03-04', '2026-04-05'],
    )
    const moment = { kind: 'datetime', text: '2026-03-04T05:06:07' } as const
    expect(await converted([moment], { type: 'datetime', format })).toEqual(['2026-03-04T05:06:07Z'])
    expect(await converted([{ kind: 'boolean', text: 'true' }], { type: 'boolean', format })).toEqual(['true'])
  })

  test('a row that is given back has its numbers in the way in which its texts are read', async () => {
    async function* pieces() {
      yield [{ row: 1, cells: [number('1.234'), text('x')] }]
    }
    const columns = [0, 1].map((index) => ({ index, type: 'number' as const, format: COMMA }))
    const [batch] = await Array.fromAsync(convertedRows(pieces(), { width: 2, columns }))
    expect(batch?.misfits).toEqual([{ row: 1, cells: ['1,234', 'x'], reasons: { 1: 'notNumber' } }])
  })
})

test('values that are said to fit a number are taken as one, those that are not are refused', async () => {
  const cells = [
    number('1.234'),
    text('3,7'),
    text('0.5'),
    text('1234567890123456.5'),
    text('1234567890123456789'),
    text('x'),
  ]
  for (const format of [{}, COMMA]) {
    const profile = new ColumnProfile()
    for (const cell of cells) profile.add(cell)
    const told = profile
      .proposal(cells.length)
      .unfit.find((one) => one.type === 'number' && one.format.decimal === (format as { decimal?: string }).decimal)
    const refused = (await converted(cells, { type: 'number', format })).filter((one) => one?.endsWith('notNumber'))
    expect(told?.examples).toEqual(refused.map((one) => one?.split(' ')[0]))
  }
})

test('how many values of a column the file states as values of a type is told', () => {
  const profile = new ColumnProfile()
  for (const cell of [number('1.234'), text('3,7'), { kind: 'raw', text: '5' } as const]) profile.add(cell)
  expect(profile.proposal(3)).toMatchObject({ values: 3, stated: 1 })
})
