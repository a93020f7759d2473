import { expect, test } from 'vitest'
import { batchesOf } from './batches-of.ts'

async function* items(...given: number[]) {
  yield* given
}
const inBatches = (given: number[], fits: (batch: readonly number[], next: number) => boolean) =>
  Array.fromAsync(batchesOf(items(...given), fits))

test('what does not fit begins the next batch, also alone; nothing comes of nothing', async () => {
  expect(await inBatches([1, 2, 3, 4, 5], ({ length }) => length < 2)).toEqual([[1, 2], [3, 4], [5]])
  expect(await inBatches([1, 3, 2, 5], (batch, next) => batch[0] === 1 && next !== 2)).toEqual([[1, 3], [2], [5]])
  expect(await inBatches([], () => true)).toEqual([])
})
