import { expect, test, vi } from 'vitest'
import { smallBytes } from './small-bytes.ts'

const fileOf = (text: string) => {
  const file = new Blob([text])
  return Object.assign(file, { arrayBuffer: vi.fn(file.arrayBuffer) })
}
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

test('a file that can’t be read is kept by nobody', async () => {
  const bytes = smallBytes()
  const file = fileOf('lake')
  file.arrayBuffer.mockRejectedValueOnce(new Error('gone'))
  await expect(bytes.read(file)).rejects.toThrow('gone')
  expect(textOf(await bytes.take(file))).toBe('lake')
})

test('a file that was read is read again only once its bytes were taken', async () => {
  const bytes = smallBytes()
  const file = fileOf('lake')
  await bytes.read(file)
  expect(textOf(await bytes.take(file))).toBe('lake')
  expect(file.arrayBuffer).toHaveBeenCalledTimes(1)
  expect(textOf(await bytes.take(file))).toBe('lake')
  expect(file.arrayBuffer).toHaveBeenCalledTimes(2)
})

test('beyond the limit the oldest are read again', async () => {
  const bytes = smallBytes(8)
  const files = ['lake', 'pond', 'sea'].map(fileOf)
  for (const file of files) await bytes.read(file)
  for (const file of files) await bytes.take(file)
  expect(files.map(({ arrayBuffer }) => arrayBuffer.mock.calls.length)).toEqual([2, 1, 1])
})
