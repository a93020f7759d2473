import { expect, test } from 'vitest'
import { isPersonal } from './personal.ts'

test.each([
  ['Email', true],
  ['user_email', true],
  ['联系电话', true],
  ['patient_01.csv', true],
  ['birthdate', true],
  ['lin@lab.test.txt', true],
  ['13812345678.jpg', true],
  ['11010519491231002X.pdf', true],
  ['ID card', true],
  ['temperature', false],
  ['telephoned', false],
  ['icon@2x.png', false],
  ['20260603120000.csv', false],
  ['138123456789.dat', false],
  ['impatient', false],
])('%s may tell of a person: %s', (name, is) => {
  expect(isPersonal(name)).toBe(is)
})
