import { describe, expect, test } from 'vitest'
import { defaultSenderOf } from './default-sender.ts'

const places = [process.execPath]
const senderOf = (given: Partial<Parameters<typeof defaultSenderOf>[0]>, found = places) =>
  defaultSenderOf({ sendmail: '', mailFrom: '', publicUrl: '', ...given }, found)

describe('the default sender', () => {
  test.each([
    ['is turned off', { sendmail: 'off', publicUrl: 'https://data.lab.cn' }, places],
    ['has no program', { publicUrl: 'https://data.lab.cn' }, ['/nowhere/sendmail']],
    ['has no address of its own', {}, places],
    ['is known to this machine alone', { publicUrl: 'http://localhost:8080' }, places],
    ['is known to this network alone', { publicUrl: 'https://data.local' }, places],
    ['has a number for a name', { publicUrl: 'http://10.1.2.3' }, places],
    ['has an IPv6 number for a name', { publicUrl: 'http://[2001:db8::1]' }, places],
  ])('is none for a site that %s', (_what, given, found) => {
    expect(senderOf(given, found)).toBeNull()
  })
  test('sends from the site, or from the address that is given', () => {
    const path = process.execPath
    expect(senderOf({ publicUrl: 'https://data.lab.cn/x' })).toEqual({ path, from: 'dataspace@data.lab.cn' })
    expect(senderOf({ mailFrom: 'ds@lab.cn' })).toEqual({ path, from: 'ds@lab.cn' })
    expect(senderOf({ sendmail: '/opt/sendmail', mailFrom: 'ds@lab.cn' })?.path).toBe('/opt/sendmail')
  })
})
