import { readFile } from 'node:fs/promises'
import { read } from '@e965/xlsx'
import { expect, test } from 'vitest'
import { fillSizes } from './zip-sizes.ts'

test('a workbook that was written as a stream can be read once its sizes are filled in', async () => {
  const file = await readFile(new URL('../../tests/samples/files/stations.xlsx', import.meta.url))
  const bytes = new Uint8Array(file).buffer
  expect(() => read(bytes.slice(0))).toThrow('Bad compressed size')
  fillSizes(bytes)
  expect(read(bytes).SheetNames).toEqual(['stations'])
})

test.each([
  ['nothing', new ArrayBuffer(0)],
  ['something that is no zip', new ArrayBuffer(100)],
  [
    'a directory that points beyond the end',
    new Uint8Array([0x50, 0x4b, 5, 6, ...Array(12).fill(0), 255, 255, 255, 127, 0, 0]).buffer,
  ],
])('%s stays as it is', (_what, bytes) => {
  const before = new Uint8Array(bytes.slice(0))
  fillSizes(bytes)
  expect(new Uint8Array(bytes)).toEqual(before)
})
