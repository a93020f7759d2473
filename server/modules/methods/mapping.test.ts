import { describe, expect, test } from 'vitest'
import { attributesOf, emailOf, flatten, isIn, roleOf, valuesOf } from './mapping.ts'

describe('groups and roles', () => {
  test.each([
    ['cn=lake,ou=groups', 'CN=Lake,OU=Groups', true],
    ['cn=lakes,ou=groups', 'cn=lake,ou=groups', false],
    ['cn=lakes,ou=groups', 'cn=lake', false],
    ['cn=lakes,ou=groups', 'cn=lake*', true],
    ['admin', '*admin', false],
    ['admin', '*', true],
  ])('%s fits the rule %s: %s', (group, rule, fits) => {
    expect(isIn([group], rule)).toBe(fits)
  })

  test('the first rule that fits counts, and none leaves the role alone', () => {
    const rules = [
      { group: 'a', role: 'role_senior' as const },
      { group: 'b', role: 'role_admin' as const },
    ]
    expect(roleOf(['b', 'a'], rules)).toBe('role_senior')
    expect(roleOf(['c'], rules)).toBeNull()
  })
})

describe('attributes', () => {
  test('names are found without regard to case, and values of one name come together', () => {
    const attributes = attributesOf([
      ['memberOf', ['a']],
      ['MEMBEROF', ['b']],
    ])
    expect(valuesOf(attributes, 'memberof')).toEqual(['a', 'b'])
    expect(valuesOf(attributes, '')).toEqual([])
  })

  test('objects that go down for ever are not followed', () => {
    let deep: Record<string, unknown> = { id: 1 }
    for (let depth = 0; depth < 50; depth++) deep = { deep }
    expect([...flatten({ id: 2, deep }).keys()]).toEqual(['id'])
  })

  test('what is no address is none', () => {
    expect(emailOf(' Li@Example.org ')).toBe('li@example.org')
    expect(emailOf('li@')).toBe('')
  })
})
