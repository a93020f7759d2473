import { expect, test } from 'vitest'
import { ofUnchanged } from './use-form.ts'

test('an answer about a value that was changed meanwhile is not shown beside the new one', () => {
  const errors = { '': 'Network error', email: 'Unknown', password: 'Wrong password' }
  const sent = { email: 'a@b.test', password: 'first' }
  expect(ofUnchanged(errors, sent, { ...sent, password: 'second' })).toEqual({ '': 'Network error', email: 'Unknown' })
  expect(ofUnchanged(errors, sent, sent)).toEqual(errors)
})
