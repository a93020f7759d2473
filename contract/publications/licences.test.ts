import { expect, test } from 'vitest'
import { fitsLicence } from './licences.ts'

test.each([
  ['CC-BY-4.0', 'CC0-1.0', true],
  ['CC0-1.0', 'CC-BY-4.0', true],
  ['CC-BY-4.0', 'CC-BY-ND-4.0', false],
  ['CC-BY-4.0', 'CC-BY-SA-4.0', false],
  ['CC-BY-SA-4.0', 'CC-BY-SA-3.0', true],
  ['CC-BY-4.0', 'CC-BY-NC-4.0', false],
  ['CC-BY-NC-SA-4.0', 'CC-BY-NC-4.0', true],
  ['MIT', 'CC-BY-NC-4.0', false],
  ['CC-BY-4.0', 'ODbL-1.0', false],
  ['CC-BY-4.0', 'Custom', true],
  ['', 'CC-BY-ND-4.0', true],
])('a work under %s may build on one under %s: %s', (own, source, may) => {
  expect(fitsLicence(own, source)).toBe(may)
})
