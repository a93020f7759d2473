import { expect, test } from 'vitest'
import { widerThan } from './exposure.tsx'

test.each([
  ['private', 'private', null],
  ['private', 'restricted', 'restricted'],
  ['private', 'public', 'public'],
  ['restricted', 'private', null],
  ['restricted', 'restricted', null],
  ['restricted', 'public', 'public'],
  ['public', 'private', null],
  ['public', 'restricted', null],
  ['public', 'public', null],
] as const)('from a %s space to a %s one, more people are warned of as %s', (from, to, wider) => {
  expect(widerThan(from, to)).toBe(wider)
})
