import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { putObject } from './object-put.ts'
import type { Objects } from './objects.ts'
import type { StagedRows } from './staged-rows.ts'

const MIB = 1_048_576

/** A store that accepts parts only when told to, as a slow store would. */
function slowStore() {
  const waiting: (() => void)[] = []
  const stored: number[] = []
  const copies = { made: 0 }
  const objects = {
    begin: async (key: string) => ({ key, multipartId: 'one' }),
    putPart: (_whole: unknown, number: number, part: Uint8Array) =>
      new Promise<string>((resolve) => {
        stored.push(part.length)
        waiting.push(() => resolve(`part ${number}`))
      }),
    sizeOf: async () => null,
    put: async () => 'whole',
    join: async () => {},
    copy: async () => void (copies.made += 1),
    remove: async () => {},
    abort: async () => {},
  } as unknown as Objects
  const rows = { touch: async () => ({ whole: 'one' }), discard: async () => null } as unknown as StagedRows
  return { objects, rows, stored, copies, takeOne: () => waiting.shift()?.() }
}

const nextTick = () => new Promise<void>((resolve) => setImmediate(resolve))

test('a store that is slow holds up who brings a content: no more than three parts are in memory', async () => {
  const store = slowStore()
  let brought = 0
  async function* content() {
    for (let piece = 0; piece < 60; piece += 1) {
      brought += MIB
      yield randomBytes(MIB)
    }
  }
  const done = putObject(store, content())
  for (let taken = 0; taken < 8; taken += 1) {
    for (let round = 0; round < 200; round += 1) await nextTick()
    expect(brought).toBeLessThanOrEqual((taken + 3) * 8 * MIB)
    store.takeOne()
  }
  expect(await done).toMatchObject({ size: 60 * MIB })
  expect(store.stored).toEqual([...Array(7).fill(8 * MIB), 4 * MIB])
})

test('a large content that is there is kept, or replaced when that is asked for', async () => {
  const store = slowStore()
  const objects = { ...store.objects, sizeOf: async () => 9 * MIB, putPart: async () => 'part' } as Objects
  const content = async function* () {
    for (let piece = 0; piece < 9; piece += 1) yield Buffer.alloc(MIB)
  }
  await putObject({ ...store, objects }, content())
  expect(store.copies.made).toBe(0)
  await putObject({ ...store, objects }, content(), { replaces: true })
  expect(store.copies.made).toBe(1)
})
