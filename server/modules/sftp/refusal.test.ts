import { expect, test } from 'vitest'
import { Failure } from '#server/failure.ts'
import { STORE_AWAY } from '#server/storage/blobs/blob-store.ts'
import { Status } from './packet.ts'
import { statusOf } from './refusal.ts'

test.each([
  ['what is not there', new Failure('fileGone'), Status.NO_SUCH_FILE],
  ['what somebody may not', new Failure('fileForbidden'), Status.DENIED],
  ['a store that is away', Object.assign(new Error('away'), { code: STORE_AWAY }), Status.FAILURE],
])('%s is told with its sentence', (_what, error, status) => {
  expect(statusOf(error).status).toBe(status)
  expect(statusOf(error).text).not.toMatch(/internal|went wrong/i)
})

test('a defect is told as one, and logged; a refusal is not', () => {
  expect(statusOf(new TypeError('x'))).toMatchObject({ status: Status.FAILURE, isOurs: true })
  expect(statusOf(new Failure('fileGone')).isOurs).toBe(false)
})
