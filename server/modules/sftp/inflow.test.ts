import { describe, expect, test } from 'vitest'
import { inflow } from './inflow.ts'

const read = async (source: AsyncIterable<Buffer>) => Buffer.concat(await Array.fromAsync(source)).toString()

describe('bytes that are handed over', () => {
  test('come out in order, and end', async () => {
    const flow = inflow()
    const all = read(flow.source)
    for (const word of ['lake', 'side']) await flow.push(Buffer.from(word))
    flow.end()
    expect(await all).toBe('lakeside')
  })

  test('wait while nobody takes them', async () => {
    const flow = inflow()
    const first = flow.push(Buffer.alloc(2_000_000)).then(() => 'taken')
    expect(await Promise.race([first, new Promise((resolve) => setImmediate(resolve, 'waits'))])).toBe('waits')
    await flow.source.next()
    expect(await first).toBe('taken')
  })

  test('break where they break, behind all that came', async () => {
    const flow = inflow()
    await flow.push(Buffer.from('lake'))
    flow.fail(new Error('broken'))
    expect((await flow.source.next()).value?.toString()).toBe('lake')
    await expect(flow.source.next()).rejects.toThrow('broken')
  })

  test('go nowhere once the reader has left', async () => {
    const flow = inflow()
    await flow.push(Buffer.from('lake'))
    await flow.source.next()
    await flow.source.return(undefined)
    expect(flow.isLeft()).toBe(true)
    await flow.push(Buffer.alloc(5_000_000))
  })
})
