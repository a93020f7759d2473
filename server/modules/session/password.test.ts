import { describe, expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './password.ts'

describe('password hashes', () => {
  test('another password, and a hash of another kind, never match', async () => {
    const phc = await hashPassword('Lake-2026')
    expect(await verifyPassword('lake-2026', phc)).toBe(false)
    expect(await verifyPassword('Lake-2026', 'plain')).toBe(false)
  })

  test('are argon2id with a salt of their own, and match their password', async () => {
    const [one, two] = await Promise.all([hashPassword('湖-Lake2026'), hashPassword('湖-Lake2026')])
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(one).not.toBe(two)
    expect(await verifyPassword('湖-Lake2026', one)).toBe(true)
  })
})
