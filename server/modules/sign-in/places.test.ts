import { expect, test } from 'vitest'
import { places, safePath } from './places.ts'

const ORIGIN = 'https://data.lab.test'

test.each([
  'https://evil.test/',
  '//evil.test/',
  '\\\\evil.test',
  '/\\evil.test',
  'javascript:alert(1)',
  'data:text/html,x',
  'https://data.lab.test.evil.test/',
  'https://data.lab.test@evil.test/',
  '/api/logout',
  '/.//evil.test/x',
  '/x/..//evil.test',
  'https://data.lab.test//evil.test',
  '/%2e%2e/api/logout',
  'http://data.lab.test/space',
  '',
])('a sign-in does not lead to %j', (callback) => {
  const target = safePath(callback, ORIGIN, ['https://portal.lab.test'])
  if (target !== null)
    expect(new URL(target, ORIGIN).origin + new URL(target, ORIGIN).pathname).not.toMatch(/evil|\/api\//)
  if (!callback.includes('%2e')) expect(target).toBeNull()
})

test.each([
  ['/space/lake/details', '/space/lake/details'],
  ['https://data.lab.test/space?q=1#top', '/space?q=1#top'],
  ['space', '/space'],
  ['https://portal.lab.test/mine?id=1', 'https://portal.lab.test/mine?id=1'],
])('a sign-in leads to %j', (callback, path) => {
  expect(safePath(callback, ORIGIN, ['https://portal.lab.test'])).toBe(path)
})

test('names in an address are escaped', () => {
  expect(places.problem('methodFailing', 'a&b=1 <')).toBe('/login?problem=methodFailing&method=a%26b%3D1+%3C')
})
