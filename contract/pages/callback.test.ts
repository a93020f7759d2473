import { describe, expect, test } from 'vitest'
import { callbackOf, isSite, sitesOf } from './callback.ts'

const ORIGIN = 'https://data.lab.test'
const trusted = ['https://portal.lab.test', 'http://old.lab.test:8080']

describe('a callback', () => {
  test.each([
    'https://elsewhere.test/x',
    '//elsewhere.test/x',
    '/.//elsewhere.test/x',
    'javascript:alert(1)',
    'data:text/html,x',
    'http://portal.lab.test/',
    'https://portal.lab.test:8443/',
    'https://portal.lab.test.elsewhere.test/',
    'https://portal.lab.test@elsewhere.test/',
    'https://a:b@portal.lab.test/',
    'https://sub.portal.lab.test/',
    '/api/logout',
    '/%61pi/logout',
    '/%2561pi/../%61p%69/logout',
    '/api%2flogout',
    '/%zz',
    'blob:https://data.lab.test/api/logout',
    'blob:https://portal.lab.test/x',
    '',
  ])('to %j is not followed', (callback) => expect(callbackOf(callback, ORIGIN, trusted)).toBeNull())

  test.each([
    ['/space?q=1#top', 'https://data.lab.test/space?q=1#top'],
    ['https://portal.lab.test/mine?id=1', 'https://portal.lab.test/mine?id=1'],
    ['http://old.lab.test:8080/api/x', 'http://old.lab.test:8080/api/x'],
  ])('to %s is followed', (callback, target) => {
    expect(callbackOf(callback, ORIGIN, trusted)?.href).toBe(target)
  })
  test('to another site is followed only when there is a list', () => {
    expect(callbackOf('https://portal.lab.test/', ORIGIN, [])).toBeNull()
  })
})

describe('a list of sites', () => {
  test.each([
    'portal.lab.test',
    'https://portal.lab.test/below',
    'ftp://portal.lab.test',
    'https://',
    '*',
    'javascript:x',
  ])('does not hold %s', (site) => expect(isSite(site)).toBe(false))
  test('is separated by semicolons of either width, blanks and lines', () => {
    const sites = sitesOf('https://a.test; https://B.test/；http://c.test:81\n')
    expect(sites).toEqual(['https://a.test', 'https://B.test/', 'http://c.test:81'])
    expect(sites.every(isSite)).toBe(true)
  })
})
