import { describe, expect, test } from 'vitest'
import { plainAddresses } from './plain.ts'

describe('addresses without encryption', () => {
  test('are named, each once', () => {
    expect(plainAddresses({ url: 'ldaps://a.test ldap://b.test:389', startTls: false })).toEqual(['ldap://b.test:389'])
    expect(
      plainAddresses({
        issuer: 'HTTP://id.test',
        tokenEndpoint: 'http://id.test/token',
        userinfoEndpoint: 'http://id.test/token',
        jwksUri: '',
      }),
    ).toEqual(['HTTP://id.test', 'http://id.test/token'])
  })

  test.each([
    ['encrypted', { url: 'ldaps://a.test', issuer: 'https://id.test' }],
    ['upgraded after connecting', { url: 'ldap://a.test', startTls: true }],
    ['on this machine', { url: 'ldap://127.0.0.1:389 ldap://localhost', apiUrl: 'http://[::1]:8080' }],
    ['names and no addresses', { spEntityId: 'http://here.test', emailAttribute: 'http://schemas.test/email' }],
    ['not readable', { issuer: 'http://' }],
  ])('are none when they are %s', (_why, config) => {
    expect(plainAddresses(config)).toEqual([])
  })
})
