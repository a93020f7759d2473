import { describe, expect, test } from 'vitest'
import { admittedAddress, isAllowEntry, isPublicAddress, isSameSite } from './outside-address.ts'

const open = { isOn: true, allow: [] }
const answers =
  (...addresses: string[]) =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
const never = async () => {
  throw new Error('nobody is asked')
}

describe('an address inside', () => {
  test.each([
    ...['127.0.0.1', '127.1', '0.0.0.0', '0', '2130706433', '0x7f.1', '0x7f000001', '017700000001', '127.255.255.254'],
    ...['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '100.64.0.1', '169.254.169.254', '198.18.0.1'],
    ...['192.0.0.1', '192.0.2.1', '224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255'],
    ...['[::1]', '[::]', '[fe80::1]', '[fc00::1]', '[fd12:3456::1]', '[fec0::1]', '[ff02::1]', '[100::1]'],
    ...[
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[::127.0.0.1]',
      '[64:ff9b::7f00:1]',
      '[64:ff9b:1::1]',
      '[2002:7f00:1::]',
    ],
    ...['[2001::1]', '[2001:db8::1]', '[3fff::1]', '[5f00::1]'],
  ])('%s is refused however it is written', async (host) => {
    await expect(admittedAddress(new URL(`http://${host}/`), { ...open, lookup: never })).rejects.toMatchObject({
      refusal: 'outsideRefused',
    })
  })

  test.each([
    ['that means one', ['10.0.0.1']],
    ['that means one among others', ['93.184.216.34', '127.0.0.1']],
    ['that means one of IPv6', ['2606:4700::1', '::1']],
    ['that means nothing', []],
  ])('a name %s is refused', async (_what, addresses) => {
    const asked = admittedAddress(new URL('http://a.example/'), { ...open, lookup: answers(...addresses) })
    await expect(asked).rejects.toMatchObject({ refusal: 'outsideRefused' })
  })

  test('a name that is not there is refused in the same words', async () => {
    await expect(admittedAddress(new URL('http://a.example/'), { ...open, lookup: never })).rejects.toMatchObject({
      refusal: 'outsideRefused',
    })
  })
})

describe('an address outside', () => {
  const outside = answers('93.184.216.34')

  test.each(['http://a.example/', 'https://a.example/', 'https://a.example:8443/', 'http://93.184.216.34:8080/'])(
    '%s is connected to as it was looked up',
    async (url) => {
      expect(await admittedAddress(new URL(url), { ...open, lookup: outside })).toMatchObject({
        address: '93.184.216.34',
      })
    },
  )

  test.each([
    ...[
      'http://a.example:22/',
      'http://a.example:25/',
      'http://a.example:5432/',
      'ftp://a.example/',
      'file:///etc/passwd',
    ],
    'http://user:secret@a.example/',
  ])('%s is refused', async (url) => {
    await expect(admittedAddress(new URL(url), { ...open, lookup: outside })).rejects.toMatchObject({
      refusal: 'outsideRefused',
    })
  })

  test('none is admitted when they are switched off', async () => {
    const off = { isOn: false, allow: ['a.example'] }
    await expect(admittedAddress(new URL('http://a.example/'), { ...off, lookup: outside })).rejects.toThrow()
  })
})

describe("the institution's own", () => {
  test.each([
    ['10.1.0.0/16', 'http://10.1.2.3/', true],
    ['10.1.0.0/16', 'http://10.2.2.3/', false],
    ['nas.lab.edu', 'http://nas.lab.edu:5000/', true],
    ['nas.lab.edu:5000', 'http://nas.lab.edu:5000/', true],
    ['nas.lab.edu:5000', 'http://nas.lab.edu:22/', false],
    ['nas.lab.edu', 'http://evil.nas.lab.edu/', false],
    ['127.0.0.1:8080', 'http://127.0.0.1:8080/', true],
    ['127.0.0.1:8080', 'http://127.0.0.1:8081/', false],
    ['fd00::/8', 'http://[fd00::1]/', true],
  ])('%s admits %s: %s', async (entry, url, isAdmitted) => {
    const asked = admittedAddress(new URL(url), { isOn: true, allow: [entry], lookup: answers('10.9.9.9') })
    if (isAdmitted) await expect(asked).resolves.toBeDefined()
    else await expect(asked).rejects.toThrow()
  })

  test.each([
    ['nas.lab.edu:5000', true],
    ['10.1.0.0/16', true],
    ['10.1.0.0/99', false],
    ['not a host', false],
  ])('%s is an entry of the list: %s', (entry, isOne) => {
    expect(isAllowEntry(entry)).toBe(isOne)
  })

  test('an address of the Internet is public', () => {
    expect(isPublicAddress('8.8.8.8')).toBe(true)
  })
})

test.each([
  ['http://a.example/x', 'http://a.example/y', true],
  ['http://a.example/', 'https://a.example/', true],
  ['https://a.example/', 'http://a.example/', false],
  ['http://a.example/', 'https://b.example/', false],
  ['http://a.example:8080/', 'https://a.example/', false],
  ['https://a.example/', 'https://a.example:8443/', false],
])('from %s to %s secrets go along: %s', (from, to, isSame) => {
  expect(isSameSite(new URL(from), new URL(to))).toBe(isSame)
})
