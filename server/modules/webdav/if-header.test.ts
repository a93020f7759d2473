import { describe, expect, test } from 'vitest'
import { holdsIn, parseIf, tokensIn } from './if-header.ts'

const state = { etag: '"a"', tokens: new Set(['urn:uuid:1']) }
const nothing = { etag: '', tokens: new Set<string>() }

describe('the If header', () => {
  test.each([
    '',
    '()',
    '(<a>',
    '<a>',
    '<a> <b> (<c>)',
    '(<a>) <b> (<c>)',
    '(Not)',
    '(<a>) x',
    '<a> (<c>) <b>',
    '((<a>))',
  ])('%j is refused', (header) => expect(() => parseIf(header)).toThrow('davInvalid'))

  test.each([
    ['(<urn:uuid:1>)', true],
    ['(<urn:uuid:2>)', false],
    ['(<urn:uuid:2>) (<urn:uuid:1>)', true],
    ['(<urn:uuid:1> ["b"])', false],
    ['(<urn:uuid:1> ["a"])', true],
    ['([W/"a"])', true],
    ['(Not <urn:uuid:2>)', true],
    ['(not<urn:uuid:1>)', false],
    ['(<urn:uuid:2>) (Not <DAV:no-lock> ["a"])', true],
    ['</other> (<urn:uuid:1>)', false],
    ['</other> (Not <urn:uuid:1>)', true],
    ['</other> (<urn:uuid:1>) </this> (["a"])', true],
  ])('%s holds: %s', (header, expected) => {
    expect(holdsIn(parseIf(header), (resource) => (resource === '/other' ? nothing : state))).toBe(expected)
  })

  test('names every token, wherever it stands', () => {
    expect([...tokensIn(parseIf('(<a> ["x"]) (Not <b>)'))]).toEqual(['a', 'b'])
  })
})
