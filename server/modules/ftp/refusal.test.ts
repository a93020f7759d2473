import { expect, test } from 'vitest'
import { Failure } from '#server/failure.ts'
import { STORE_AWAY } from '#server/storage/blobs/blob-store.ts'
import { Refusal, replyOf } from './refusal.ts'

const coded = (code: string) => Object.assign(new Error('away'), { code })

test.each([
  ['a refusal of the protocol', new Refusal(425, 'No data connection came'), 425],
  ['a refusal of ours', new Failure('spaceFull'), 552],
  ['a refusal that has no code of its own', new Failure('fileGone'), 550],
  ['a database that is away, which passes', coded('ECONNREFUSED'), 450],
  ['a store that is away, which passes', coded(STORE_AWAY), 450],
  ['a disk that is full', coded('ENOSPC'), 552],
])('%s is told by its code', (_what, error, code) => expect(replyOf(error).code).toBe(code))

test('a defect is told as one, and logged with what we are at fault for; a refusal is not', () => {
  expect(replyOf(new TypeError('x'))).toMatchObject({
    code: 451,
    isOurs: true,
    text: expect.stringContaining('written down'),
  })
  expect(replyOf(coded('ENOSPC')).isOurs).toBe(true)
  expect(replyOf(new Failure('spaceFull')).isOurs).toBe(false)
})
