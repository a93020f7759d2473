import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { memoryFile } from '../ranges.ts'
import { readOldPage } from './fax.ts'
import { isUnknown, openTiff, placeOf, readPage } from './tiff.ts'

const sample = async (name: string) =>
  new Uint8Array(await readFile(new URL(`../../../tests/samples/files/${name}`, import.meta.url)))

describe('a TIFF', () => {
  test('with measured values is a field, and says where it lies', async () => {
    const [page] = await openTiff(memoryFile(await sample('depth.tif')))
    if (!page?.sizes[0]) throw new Error('no page')
    const { field, part } = await readPage(page, 0)
    expect(field).toMatchObject({ width: 96, height: 64 })
    expect(Math.max(...(field?.values ?? []))).toBeGreaterThan(27)
    expect(part).toBe('whole')
    expect(placeOf(page.sizes[0])).toEqual({ system: 'EPSG:4326 · WGS 84', box: [99.5, 36.5, 100.7, 37.3] })
  })

  test('with colours is a picture', async () => {
    const [page] = await openTiff(memoryFile(await sample('slide.tif')))
    if (!page) throw new Error('no page')
    const { pixels } = await readPage(page, 0)
    expect([...(pixels?.rgba.subarray(4 * 121, 4 * 122) ?? [])]).toEqual([2, 3, 118, 255])
  })

  test('that was cut off is not taken for one of another compression', async () => {
    const [page] = await openTiff(memoryFile((await sample('depth.tif')).slice(0, 15_000)))
    if (!page) throw new Error('no page')
    expect(await readPage(page, 0).catch(isUnknown)).toBe(false)
  })

  test('in a fax compression is read whole by the other reader', async () => {
    const bytes = await sample('fax.tif')
    const [page] = await openTiff(memoryFile(bytes))
    if (!page) throw new Error('no page')
    expect(await readPage(page, 0).catch(isUnknown)).toBe(true)
    expect(readOldPage(bytes.buffer, 0)).toMatchObject({ width: 640, height: 400 })
  })
})
