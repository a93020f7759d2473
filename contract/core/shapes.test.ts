import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Id } from './shapes.ts'

const ID = '0193A5B0-7C1E-7ABC-8DEF-0123456789AB'

test('an id is read in small letters wherever it stands, so that equal ids are equal texts', () => {
  const input = z.object({ id: Id, maybe: z.optional(Id), list: z.array(Id), both: z.union([Id, z.literal('')]) })
  const small = ID.toLowerCase()
  expect(input.parse({ id: ID, maybe: ID, list: [ID], both: ID })).toEqual({
    id: small,
    maybe: small,
    list: [small],
    both: small,
  })
  expect(z.record(Id, z.string()).parse({ [ID]: 'a' })).toEqual({ [small]: 'a' })
})

test('an id is told to programs as a UUID', () => {
  expect(z.toJSONSchema(Id)).toMatchObject({ type: 'string', format: 'uuid' })
})
