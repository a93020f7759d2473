import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { collectionOf, isOnEarth, shapeOf, zippedShapes } from './features.ts'

const bytesOf = async (name: string) =>
  new Uint8Array(await readFile(new URL(`../../tests/samples/files/${name}`, import.meta.url))).buffer

describe('a shapefile', () => {
  test('with its parts has shapes and their names', async () => {
    const parts = await Promise.all(
      ['shp', 'dbf', 'prj'].map(async (part) => [part, await bytesOf(`lakes.${part}`)] as const),
    )
    const { data, hasTable } = await shapeOf(new Map(parts))
    expect(data.features.map(({ properties, geometry }) => [properties?.NAME, geometry?.type])).toEqual([
      ['main basin', 'Polygon'],
      ['lagoon', 'Polygon'],
    ])
    expect([hasTable, isOnEarth(data)]).toEqual([true, true])
  })

  test('alone has its shapes only', async () => {
    const { data, hasTable } = await shapeOf(new Map([['shp', await bytesOf('lakes.shp')]]))
    expect([data.features.length, hasTable]).toEqual([2, false])
  })

  test('in a zip is found; a zip without one is told from it', async () => {
    expect((await zippedShapes(await bytesOf('lakes.zip'), 'lakes.zip'))?.data.features).toHaveLength(2)
    expect(await zippedShapes(await bytesOf('survey.zip'), 'survey.zip')).toBeNull()
  })
})

test('a geometry or a feature alone is a collection of one', () => {
  const point = { type: 'Point', coordinates: [1, 2] } as const
  expect(collectionOf({ ...point, coordinates: [1, 2] }).features).toHaveLength(1)
  expect(
    collectionOf({ type: 'Feature', geometry: { ...point, coordinates: [1, 2] }, properties: null }).features,
  ).toHaveLength(1)
})

test('positions in metres are not on the earth in degrees', () => {
  expect(
    isOnEarth(
      collectionOf({
        type: 'LineString',
        coordinates: [
          [1, 2],
          [500_000, 4_000_000],
        ],
      }),
    ),
  ).toBe(false)
  expect(
    isOnEarth(collectionOf({ type: 'GeometryCollection', geometries: [{ type: 'Point', coordinates: [200, 0] }] })),
  ).toBe(false)
})
