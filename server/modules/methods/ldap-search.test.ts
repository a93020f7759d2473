import { expect, test } from 'vitest'
import { methodConfigs } from '#contract/methods.ts'
import { personOf } from './ldap-search.ts'

const config = (subjectAttribute: string) =>
  methodConfigs.ldap.parse({ url: 'ldap://x', baseDn: 'dc=x', subjectAttribute, groupsAttribute: 'memberOf' })
const entry = (given: Record<string, string | Buffer>) => ({ dn: 'cn=li,dc=x', sAMAccountName: 'li', ...given })

test('the GUID of Active Directory is spelled as its own tools spell it', () => {
  const objectGUID = Buffer.from('33221100554477668899aabbccddeeff', 'hex')
  const person = personOf(config('objectguid'), entry({ objectGUID }), [])
  expect(person).toMatchObject({ subject: '00112233-4455-6677-8899-aabbccddeeff', label: 'li' })
})

test('other bytes are told as hexadecimal digits, and the name of the entry can be its subject', () => {
  expect(personOf(config('objectSid'), entry({ objectSid: Buffer.from([1, 255]) }), []).subject).toBe('01ff')
  expect(personOf(config('dn'), entry({}), []).subject).toBe('cn=li,dc=x')
})
