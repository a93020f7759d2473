import { expect, test } from 'vitest'
import { dialled } from './link.ts'

test.each([
  ['+86 10 6234-5678', '+861062345678'],
  ['(010) 6234 5678 ext. 12', '01062345678'],
  ['+49 (0)30 123456', '+4930123456'],
  ['030/123456', '030123456'],
  ['110', '110'],
])('%s dials %s', (written, number) => {
  expect(dialled(written)).toBe(number)
})
test.each(['call me <b>', 'ext. 12', '12', '010-62345678/010-62345679', '1+2345', ''])(
  '%s dials nothing',
  (written) => {
    expect(dialled(written)).toBeNull()
  },
)
