import { expect, test } from 'vitest'
import type { FileRecord } from '#contract/files.ts'
import { chosenHashes } from './chosen.ts'

const record = (hash: string, items = 0) => ({ hash, items }) as FileRecord
const all = ['a', 'b', 'c'].map((hash) => record(hash))
const folder = record('folder', all.length)
/** Only some of the rows are loaded. */
const selected = all.slice(0, 1)
const context = (items: readonly FileRecord[]) => ({ folder, selected, isAll: true, allSelected: async () => items })

test('everything but one item is not the folder, and not what is loaded of it', async () => {
  expect(await chosenHashes(context(all.slice(1)))).toEqual(['b', 'c'])
})

test('everything is the folder', async () => {
  expect(await chosenHashes(context(all))).toEqual(['folder'])
})

test('what is selected one by one is itself', async () => {
  expect(await chosenHashes({ ...context([]), isAll: false })).toEqual(['a'])
})
