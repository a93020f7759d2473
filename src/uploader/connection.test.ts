import { describe, expect, test } from 'vitest'
import { backoffMs, Connection, type FailureKind, reliably } from './connection.ts'
import { fakeClock, flushPromises } from './fakes.ts'
import { UploadStop } from './stop.ts'

class Trouble extends Error {
  readonly kind: FailureKind
  constructor(kind: FailureKind) {
    super(kind)
    this.kind = kind
  }
}

function world() {
  const { clock, advance } = fakeClock()
  const connection = new Connection(clock, () => {})
  const stop = new AbortController()
  const needs = {
    connection,
    clock,
    signal: stop.signal,
    kindOf: (error: unknown) => (error as Trouble).kind,
  }
  return { connection, advance, stop, needs }
}

/** A call that fails with these kinds in turn, then succeeds. */
function failing(...kinds: FailureKind[]) {
  let calls = 0
  const attempt = async () => {
    const kind = kinds[calls++]
    if (kind) throw new Trouble(kind)
    return 'answer'
  }
  return { attempt, calls: () => calls }
}

describe('a request', () => {
  test('that the server refuses is not repeated', async () => {
    const { needs } = world()
    const { attempt, calls } = failing('refused')
    await expect(reliably(attempt, needs)).rejects.toThrow('refused')
    expect(calls()).toBe(1)
  })

  test('that the server puts off is tried three times more, then fails', async () => {
    const { needs, advance } = world()
    const { attempt, calls } = failing('passing', 'passing', 'passing', 'passing')
    const outcome = expect(reliably(attempt, needs)).rejects.toThrow('passing')
    await advance(60_000)
    await outcome
    expect(calls()).toBe(4)
  })

  test('that alone gets no answer while others do fails after three more tries', async () => {
    const { needs, advance, connection } = world()
    const attempt = async () => {
      connection.answered()
      throw new Trouble('network')
    }
    const outcome = expect(reliably(attempt, needs)).rejects.toThrow('network')
    await advance(60_000)
    await outcome
    expect(connection.isLost).toBe(false)
  })

  test('that a stop ends raises the error of the specification', async () => {
    const { needs, stop, connection } = world()
    connection.lose()
    const outcome = expect(reliably(async () => 'answer', needs)).rejects.toThrow('file-uplod-stop')
    stop.abort()
    await outcome
  })

  test('waits for a lost network without end, and goes on by itself', async () => {
    const { needs, advance, connection } = world()
    const { attempt, calls } = failing(...Array<FailureKind>(20).fill('network'))
    const outcome = reliably(attempt, needs)
    await advance(10_000)
    expect(connection.isLost).toBe(true)
    await advance(20 * 15_000)
    await expect(outcome).resolves.toBe('answer')
    expect(calls()).toBe(21)
    expect(connection.isLost).toBe(false)
  })
})

describe('a lost network', () => {
  test('is tried again after 1, 2, 4, 8 and then every 15 seconds', () =>
    expect([0, 1, 2, 3, 4, 9].map(backoffMs)).toEqual([1000, 2000, 4000, 8000, 15_000, 15_000]))

  test('holds new requests back until somebody gets through', async () => {
    const { needs, connection } = world()
    connection.lose()
    const { attempt, calls } = failing()
    const outcome = reliably(attempt, needs)
    await flushPromises()
    expect(calls()).toBe(0)
    connection.wake()
    await expect(outcome).resolves.toBe('answer')
  })

  test('is over at once for everyone when one request is answered', async () => {
    const { connection, stop } = world()
    connection.lose()
    const ready = connection.ready(stop.signal)
    connection.answered()
    await expect(ready).resolves.toBeUndefined()
  })

  test('lets a stopped request go', async () => {
    const { connection, stop } = world()
    connection.lose()
    const outcome = expect(connection.ready(stop.signal)).rejects.toBeInstanceOf(UploadStop)
    stop.abort()
    await outcome
  })
})
