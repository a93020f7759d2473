import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { arrange, type Slice } from './grids.ts'
import { openNetcdf } from './netcdf.ts'
import { memoryFile } from './ranges.ts'

const open = async () =>
  openNetcdf(
    memoryFile(new Uint8Array(await readFile(new URL('../../tests/samples/files/temperature.nc', import.meta.url)))),
  )
const slice = (given: Partial<Slice>): Slice => ({
  path: '/temperature',
  rowAxis: 0,
  columnAxis: 1,
  rows: [0, 2],
  columns: [3, 6],
  at: [],
  ...given,
})

describe('a classic NetCDF file', () => {
  test('that is none is refused', async () => {
    await expect(openNetcdf(memoryFile(new Uint8Array(100)))).rejects.toThrow()
  })

  test('tells its variables, axes and notes', async () => {
    const file = await open()
    expect((await file.children('')).map(({ name, shape }) => [name, shape])).toEqual([
      ['depth', [20]],
      ['temperature', [3, 20]],
    ])
    expect(await file.info('/temperature')).toMatchObject({
      axes: ['day', 'depth'],
      isNumeric: true,
      notes: [['units', 'degC']],
    })
    expect((await file.info('')).notes).toEqual([['title', 'Temperature of an invented lake']])
  })

  test('gives a slice with the axes as they are, and turned', async () => {
    const file = await open()
    const { numbers, width, height } = await file.slice(slice({}))
    expect([width, height, ...(numbers ?? [])]).toEqual([3, 2, 14.5, 14, 13.5, 15.5, 15, 14.5])
    const turned = await file.slice(slice({ rowAxis: 1, columnAxis: 0, rows: [3, 6], columns: [0, 2] }))
    expect([turned.width, turned.height, ...(turned.numbers ?? [])]).toEqual([2, 3, 14.5, 15.5, 14, 15, 13.5, 14.5])
  })

  test('gives one place of the axes that are not shown', async () => {
    const file = await open()
    expect([
      ...((await file.slice(slice({ rowAxis: 1, columnAxis: null, rows: [0, 2], at: [2] }))).numbers ?? []),
    ]).toEqual([18, 17.5])
  })
})

test('whole numbers that are too large for a double stay exact', () => {
  expect(arrange([1n, 9007199254740993n], slice({ rows: [0, 1], columns: [0, 2] }), [1, 2]).texts).toEqual([
    '1',
    '9007199254740993',
  ])
})
