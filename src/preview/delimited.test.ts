import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { CSV_STEP_BYTES, openDelimited } from './delimited.ts'
import { memoryFile } from './ranges.ts'

const sample = async (name: string) => {
  const bytes = await readFile(new URL(`../../tests/samples/files/${name}`, import.meta.url))
  return openDelimited(memoryFile(new Uint8Array(bytes)))
}
const open = (text: string) => openDelimited(memoryFile(new TextEncoder().encode(text)))

describe('a delimited text', () => {
  test('with commas is read by its header', async () => {
    const table = await sample('profile.csv')
    expect(table.header[0]).toBe('depth_m')
    expect(table.known()).toMatchObject({ rows: 240, isWhole: true })
    expect((await table.page(0))[0]).toEqual(['0', '15.629', '1.82', '8.9', '0.4'])
  })

  test('with tabs, and Chinese words, keeps its columns', async () => {
    const table = await sample('stations.tsv')
    expect((await table.page(0))[0]?.[1]).toBe('湖心 / centre')
  })

  test('of a Chinese office program is read in its encoding', async () => {
    const table = await sample('stations-gb18030.csv')
    expect(table.header).toEqual(['站点', '水温'])
    expect(await table.page(0)).toEqual([['S01', '4.2']])
  })

  test('in UTF-16, as spreadsheets export it, is read too', async () => {
    const text = 'a\t温度\n1\t4\n'
    const bytes = new Uint8Array([0xff, 0xfe, ...new Uint8Array(Uint16Array.from(text, (c) => c.charCodeAt(0)).buffer)])
    const table = await openDelimited(memoryFile(bytes))
    expect(table.header).toEqual(['a', '温度'])
    expect(await table.page(0)).toEqual([['1', '4']])
  })

  test.each([
    ['has no byte order mark in its first name', '\uFEFFdepth,°C\n1,4\n', ['depth', '°C']],
    ['with semicolons is a table', 'a;b\n1;2\n', ['a', 'b']],
    ['that is empty is an empty table', '', []],
  ])('%s', async (_what, text, header) => {
    expect((await open(text)).header).toEqual(header)
  })

  test('with more values in a row than in the header shows them in columns of their own', async () => {
    const table = await open('a,b\n1,2\n3,4,calm\n')
    expect(table.header).toEqual(['a', 'b', 'C'])
    expect(await table.page(0)).toEqual([
      ['1', '2'],
      ['3', '4', 'calm'],
    ])
  })

  test('keeps quoted delimiters, quotes and line breaks in their cell', async () => {
    const table = await open('name,note\n"Lin, Wei","says ""hi""\nthere"\n')
    expect(await table.page(0)).toEqual([['Lin, Wei', 'says "hi"\nthere']])
  })

  test('that is long is looked through as far as it is asked for', async () => {
    const [row, rows] = [`${'x'.repeat(98)},\n`, 84_000]
    const table = await open(`a,b\n${row.repeat(rows)}`)
    const first = table.known()
    expect(first.isWhole).toBe(false)
    await table.more(first.rows + 1)
    expect(table.known().bytes).toBe(first.bytes + CSV_STEP_BYTES)
    await table.more(Number.POSITIVE_INFINITY)
    expect(table.known()).toMatchObject({ rows, isWhole: true })
    expect(await table.page(100)).toHaveLength(500)
  })

  test('goes on where a read failed, once it is asked for again', async () => {
    const file = memoryFile(new TextEncoder().encode(`a,b\n${`${'x'.repeat(98)},\n`.repeat(84_000)}`))
    let isAway = false
    const read = async (from: number, to: number) => {
      if (isAway) throw new Error('away')
      return file.read(from, to)
    }
    const table = await openDelimited({ size: file.size, read })
    isAway = true
    await expect(table.more()).rejects.toThrow('away')
    isAway = false
    await table.more(Number.POSITIVE_INFINITY)
    expect(table.known()).toMatchObject({ rows: 84_000, isWhole: true })
  })

  test('that somebody stops looking through stays where it is', async () => {
    const table = await open(`a\n${'1\n'.repeat(CSV_STEP_BYTES)}`)
    const { bytes } = table.known()
    await table.more(Number.POSITIVE_INFINITY, AbortSignal.abort())
    expect(table.known().bytes).toBe(bytes)
  })
})
