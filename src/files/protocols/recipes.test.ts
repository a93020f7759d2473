import { describe, expect, test } from 'vitest'
import { type Access, clientRecipes, recipesOf, systemOf } from './recipes.ts'

const access = (change: Partial<Access> = {}): Access => ({
  identifier: 'lake',
  addresses: {
    webdav: 'https://data.example.org/dav/lake/',
    ftp: { host: 'data.example.org', port: 2121, isEncrypted: true },
    sftp: { host: 'data.example.org', port: 2022, hostKey: 'SHA256:abc' },
  },
  user: "o'hara+x@lab.test",
  password: 'abcde-fghij',
  ...change,
})
const codes = (protocol: Parameters<typeof recipesOf>[0], change: Partial<Access> = {}) =>
  new Map(
    recipesOf(protocol, access(change)).flatMap(([system, all]) =>
      all.map(({ key, code }) => [`${system} ${key}`, code]),
    ),
  )

describe('recipes', () => {
  test('name the space, the person and the password, quoted for their shell', () => {
    const webdav = codes('webdav')
    expect(webdav.get('windows netUse')).toBe(
      'net use * "https://data.example.org/dav/lake" "abcde-fghij" /user:"o\'hara+x@lab.test" /persistent:yes',
    )
    expect(webdav.get('curl curl')).toContain("-u 'o'\\''hara+x@lab.test:abcde-fghij' -T report.csv")
    expect(webdav.get('linux gnome')).toBe("davs://o'hara%2Bx%40lab.test@data.example.org/dav/lake/")
    expect(codes('ftp').get('rclone rclone')).toContain('explicit_tls=true')
    for (const protocol of ['webdav', 'ftp', 'sftp'] as const)
      expect(codes(protocol).get('rclone rclone')).toMatch(
        /^rclone config create --obscure .+\nrclone copy .+\nrclone check /,
      )
    expect(codes('sftp').get('openssh openssh')).toBe(
      "sftp -P 2022 -o User='o'\\''hara+x@lab.test' data.example.org:/lake",
    )
  })

  test('over plain http are no address of TLS', () => {
    const addresses = { ...access().addresses, webdav: 'http://127.0.0.1:8080/dav/lake/' }
    expect(codes('webdav', { addresses, user: 'a@b.c' }).get('linux kde')).toBe(
      'webdav://a%40b.c@127.0.0.1:8080/dav/lake/',
    )
  })

  test('of a protocol that is off there are none', () => {
    const addresses = { ...access().addresses, ftp: null, sftp: null }
    expect(recipesOf('ftp', access({ addresses }))).toEqual([])
    expect(recipesOf('sftp', access({ addresses }))).toEqual([])
  })

  test('of the client name the site that it is fetched from', () => {
    const [get] = clientRecipes('https://data.example.org', 'lake')
    expect(get?.code).toBe(
      'curl -fO https://data.example.org/dataspace.mjs\nnode dataspace.mjs login https://data.example.org',
    )
  })
})

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 'windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 'mac'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 'mac'],
  ['Mozilla/5.0 (X11; Linux x86_64)', 'linux'],
  ['Mozilla/5.0 (Linux; Android 15)', 'windows'],
])('%s is shown %s first', (agent, system) => expect(systemOf(agent)).toBe(system))
