import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { columnsOf, planesOf, readHdus, readPlane, readRows, textOf } from './fits.ts'
import { memoryFile } from './ranges.ts'

const sample = async () =>
  memoryFile(new Uint8Array(await readFile(new URL('../../tests/samples/files/field.fits', import.meta.url))))
const card = (text: string) => text.padEnd(80)
const fileOf = (cards: string[], data = new Uint8Array(2880)) => {
  const head = [...cards, 'END']
    .map(card)
    .join('')
    .padEnd(Math.ceil(((cards.length + 1) * 80) / 2880) * 2880)
  return memoryFile(new Uint8Array([...new TextEncoder().encode(head), ...data]))
}

describe('a FITS file', () => {
  test('that does not begin as one is refused', async () => {
    await expect(readHdus(fileOf(['NONSENSE=  1']))).rejects.toThrow('no FITS file')
    await expect(readHdus(memoryFile(new Uint8Array(100)))).rejects.toThrow('too early')
    await expect(readHdus(memoryFile(new Uint8Array(2880 * 3)))).rejects.toThrow()
  })

  test.each([
    ['axes', ['NAXIS   = 999999999']],
    ['columns', ['NAXIS   = 0', 'TFIELDS = 999999999']],
  ])('that says it has more %s than any may have is refused', async (_what, cards) => {
    await expect(readHdus(fileOf(['SIMPLE  = T', ...cards]))).rejects.toThrow('too many')
  })

  test('tells its parts without reading their data', async () => {
    const parts = await readHdus(await sample())
    expect(parts.map(({ name, kind, axes }) => ({ name, kind, axes }))).toEqual([
      { name: 'PRIMARY', kind: 'image', axes: [64, 48] },
      { name: 'STARS', kind: 'table', axes: [20, 9] },
    ])
  })

  test('has cards with values, quotes and comments', async () => {
    const [part] = await readHdus(
      fileOf([
        'SIMPLE  =                    T',
        "OBSERVER= 'O''Hara / Lin' / who looked",
        'NAXIS   = 0',
        'COMMENT of the day',
      ]),
    )
    expect(part?.cards).toContainEqual(['OBSERVER', "O'Hara / Lin", 'who looked'])
    expect(part && textOf(part, 'OBSERVER')).toBe("O'Hara / Lin")
    expect(part?.cards).toContainEqual(['COMMENT', '', 'of the day'])
  })

  test('is drawn with its first row below', async () => {
    const file = await sample()
    const [part] = await readHdus(file)
    if (!part) throw new Error('no part')
    const { width, height, values } = await readPlane(file, part, 0, 0)
    // The brightest star stands at x = 7, y = 5 from below.
    expect([width, height, planesOf(part)]).toEqual([64, 48, 1])
    expect(values.indexOf(Math.max(...values))).toBe((48 - 1 - 5) * 64 + 7)
  })

  test('scales its values and knows which are none', async () => {
    const file = fileOf(
      [
        'SIMPLE  = T',
        'BITPIX  = 8',
        'NAXIS   = 2',
        'NAXIS1  = 2',
        'NAXIS2  = 1',
        'BSCALE  = 0.5',
        'BZERO   = 1D1',
        'BLANK   = 255',
      ],
      new Uint8Array([4, 255, ...new Uint8Array(2878)]),
    )
    const [part] = await readHdus(file)
    if (!part) throw new Error('no part')
    expect([...(await readPlane(file, part, 0, 0)).values]).toEqual([12, Number.NaN])
  })

  test('has tables whose rows are read where they are', async () => {
    const file = await sample()
    const [, table] = await readHdus(file)
    if (!table) throw new Error('no table')
    expect(columnsOf(table).map(({ name }) => name)).toEqual(['name', 'x', 'y', 'flux'])
    expect(await readRows(file, table, 1, 3)).toEqual([
      ['star 2', '37', '23', '830'],
      ['star 3', '2', '40', '760'],
    ])
  })
})
