import { expect, test } from 'vitest'
import type { FileRecord } from '#contract/files.ts'
import { CallFailure, NetworkFailure } from '#providers/failures.ts'
import { type FolderState, hasRows } from './folder-store.ts'

const shown: FolderState = { folder: null, rows: [{} as FileRecord], total: 1, isLoading: false, failure: null }
const refusal = new CallFailure({ code: -1, message: '', error: 'folderGone', requestId: '', data: null })

test('a refusal stands in the place of rows that were there, and so does a folder without any', () => {
  expect(hasRows({ ...shown, failure: refusal })).toBe(false)
  expect(hasRows({ ...shown, rows: [], total: 0 })).toBe(false)
  expect(hasRows({ ...shown, rows: [], failure: new NetworkFailure() })).toBe(false)
})

test('rows that were loaded stay in sight while nobody answers', () => {
  expect(hasRows(shown)).toBe(true)
  expect(hasRows({ ...shown, failure: new NetworkFailure() })).toBe(true)
})
