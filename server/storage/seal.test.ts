import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openSeal, sealOf } from './seal.ts'

const key = Buffer.alloc(32, 7)

describe('a sealed value', () => {
  test.each([
    ['with another key', sealOf(Buffer.alloc(32, 8)), 'mail', (bytes: Buffer) => bytes],
    ['for another purpose', sealOf(key), 'totp', (bytes: Buffer) => bytes],
    [
      'that was changed',
      sealOf(key),
      'mail',
      (bytes: Buffer) => Buffer.from(bytes.map((byte, i) => (i === 30 ? byte ^ 1 : byte))),
    ],
    ['that was cut', sealOf(key), 'mail', (bytes: Buffer) => bytes.subarray(0, 20)],
  ])('does not open %s', (_what, other, purpose, tamper) => {
    const sealed = sealOf(key).close({ secret: 'x' }, 'mail')
    expect(() => other.open(tamper(sealed), purpose)).toThrow()
  })

  test('opens again, and is never the same twice', () => {
    const seal = sealOf(key)
    const value = { password: '密码', list: [1] }
    expect(seal.open(seal.close(value, 'mail'), 'mail')).toEqual(value)
    expect(seal.close(value, 'mail').equals(seal.close(value, 'mail'))).toBe(false)
    expect(seal.close(value, 'mail').includes('密码')).toBe(false)
  })
})

test('the key of an installation is made once, and no one else may read its file', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'ds-seal-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const first = openSeal({ dataDir, secretKey: null })
  expect(openSeal({ dataDir, secretKey: null }).fingerprint).toBe(first.fingerprint)
  expect(statSync(join(dataDir, 'secret.key')).mode & 0o077).toBe(0)
  expect(openSeal({ dataDir, secretKey: 'x'.repeat(32) }).fingerprint).not.toBe(first.fingerprint)
})
