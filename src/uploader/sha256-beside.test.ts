import { describe, expect, test } from 'vitest'
import type { Sha256Ask, Sha256News } from './sha256.worker.ts'
import { sha256Beside } from './sha256-beside.ts'

/** Passive fake workers; the test sends their messages. */
function workers() {
  const made: { asked: Sha256Ask[]; post: (news: Sha256News) => void; fail: () => void; isTerminated: boolean }[] = []
  const { begin } = sha256Beside(() => {
    const worker = {
      onmessage: null as ((event: MessageEvent) => void) | null,
      onerror: null as ((event: ErrorEvent) => void) | null,
      postMessage: (ask: Sha256Ask) => void control.asked.push(ask),
      terminate: () => {
        control.isTerminated = true
      },
    }
    const control = {
      asked: [] as Sha256Ask[],
      post: (data: Sha256News) => worker.onmessage?.({ data } as MessageEvent),
      fail: () => worker.onerror?.({} as ErrorEvent),
      isTerminated: false,
    }
    made.push(control)
    return worker as unknown as Worker
  })
  return { begin, made }
}
const piece = (length: number) => new Uint8Array(length)
const MANY = 16 * 1_048_576

describe('SHA-256 beside MD5', () => {
  test('a worker that fails ends without a digest, and holds nobody up', async () => {
    const { begin, made } = workers()
    const beside = begin()
    const held = beside.update(piece(MANY))
    made[0]?.fail()
    await held
    await beside.update(piece(1))
    expect(await beside.digest()).toBeNull()
    expect(made[0]?.isTerminated).toBe(true)
    begin()
    expect(made).toHaveLength(2)
  })

  test('a file that was not read to its end spoils no other', async () => {
    const { begin, made } = workers()
    await begin().update(piece(1))
    const next = begin().digest()
    made[1]?.post({ kind: 'done', digest: 'd2' })
    expect(await next).toBe('d2')
  })

  test('reading waits while too much waits to be hashed', async () => {
    const { begin, made } = workers()
    const beside = begin()
    let isThrough = false
    const held = beside.update(piece(MANY)).then(() => {
      isThrough = true
    })
    await Promise.resolve()
    expect(isThrough).toBe(false)
    made[0]?.post({ kind: 'used', bytes: MANY })
    await held
    const digest = beside.digest()
    expect(made[0]?.asked.map(({ kind }) => kind)).toEqual(['piece', 'end'])
    made[0]?.post({ kind: 'done', digest: 'd1' })
    expect(await digest).toBe('d1')
    begin()
    expect(made).toHaveLength(1)
  })
})
