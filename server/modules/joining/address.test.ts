import { expect, test } from 'vitest'
import { hiddenAddress } from './address.ts'

test.each([
  ['lin.wei@lake.test', 'l***@lake.test'],
  ['a@b.test', '***@b.test'],
  ['张伟@lake.test', '张***@lake.test'],
])('%s is reported as %s', (email, hidden) => {
  expect(hiddenAddress(email)).toBe(hidden)
})
