import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { RANGE_BLOCK_BYTES, RANGE_BLOCKS_KEPT } from '#contract/core/limits.ts'
import { Changed, rangeFile } from './ranges.ts'

const size = RANGE_BLOCK_BYTES * 3 + 10
const byteAt = (at: number) => (at * 31) % 251
const whole = Uint8Array.from({ length: size }, (_, at) => byteAt(at))
const asked: string[] = []
let status = 206
let etag = '"first"'

beforeEach(() => {
  asked.length = 0
  status = 206
  etag = '"first"'
  vi.stubGlobal('fetch', async (_address: string, { headers }: { headers: { range: string } }) => {
    asked.push(headers.range)
    const [, from = '', to = ''] = /bytes=(\d+)-(\d+)/.exec(headers.range) ?? []
    const bytes = new Uint8Array(Number(to) - Number(from) + 1)
    bytes.set(whole.subarray(Number(from), Number(to) + 1))
    return new Response(bytes, { status, headers: { etag } })
  })
})
afterEach(() => void vi.unstubAllGlobals())

describe('a file read by ranges', () => {
  test('answers the bytes asked for, across the border of two blocks', async () => {
    const bytes = await rangeFile('/a', size).read(RANGE_BLOCK_BYTES - 2, RANGE_BLOCK_BYTES + 2)
    expect([...bytes]).toEqual([-2, -1, 0, 1].map((i) => byteAt(RANGE_BLOCK_BYTES + i)))
  })

  test('asks for neighbouring blocks at once, and never again', async () => {
    const file = rangeFile('/a', size)
    await Promise.all([file.read(0, RANGE_BLOCK_BYTES * 2), file.read(5, 10)])
    await file.read(0, 10)
    expect(asked).toEqual([`bytes=0-${RANGE_BLOCK_BYTES * 2 - 1}`])
  })

  test('fetches only what is missing between what it has', async () => {
    const file = rangeFile('/a', size)
    await file.read(RANGE_BLOCK_BYTES, RANGE_BLOCK_BYTES + 1)
    await file.read(0, size)
    expect(asked.slice(1)).toEqual([`bytes=0-${RANGE_BLOCK_BYTES - 1}`, `bytes=${RANGE_BLOCK_BYTES * 2}-${size - 1}`])
  })

  test('ends where the file ends', async () => {
    const file = rangeFile('/a', size)
    expect(await file.read(size - 3, size + 100)).toHaveLength(3)
    expect(await file.read(size, size + 1)).toHaveLength(0)
    expect(await rangeFile('/a', 0).read(0, 10)).toHaveLength(0)
  })

  test('keeps no more blocks than the limit', async () => {
    const file = rangeFile('/a', RANGE_BLOCK_BYTES * (RANGE_BLOCKS_KEPT + 1))
    for (let i = 0; i <= RANGE_BLOCKS_KEPT; i += 1) await file.read(i * RANGE_BLOCK_BYTES, i * RANGE_BLOCK_BYTES + 1)
    const before = asked.length
    await file.read(RANGE_BLOCKS_KEPT * RANGE_BLOCK_BYTES, RANGE_BLOCKS_KEPT * RANGE_BLOCK_BYTES + 1)
    expect(asked).toHaveLength(before)
    await file.read(0, 1)
    expect(asked).toHaveLength(before + 1)
  })

  test('refuses the pieces of another content, which is not what it began with', async () => {
    const file = rangeFile('/a', size)
    await file.read(0, 1)
    etag = '"second"'
    await expect(file.read(RANGE_BLOCK_BYTES, RANGE_BLOCK_BYTES + 1)).rejects.toThrow(Changed)
  })

  test('refuses an address that sends the whole instead, and asks again the next time', async () => {
    const file = rangeFile('/a', size)
    status = 200
    await expect(file.read(0, 1)).rejects.toThrow('status 200')
    status = 206
    expect([...(await file.read(0, 1))]).toEqual([byteAt(0)])
  })
})
