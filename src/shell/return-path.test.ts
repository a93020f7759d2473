import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  afterSignIn,
  callbackTarget,
  comeBackPath,
  rememberCallback,
  rememberReturnPath,
  returnPath,
  safeCallback,
  trustSites,
} from './return-path.ts'

const ORIGIN = 'https://data.lab.test'
const at = (pathname: string, search = '') => ({ pathname, search, origin: ORIGIN })

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
  return () => vi.unstubAllGlobals()
})

describe('the return path', () => {
  test('is /space until another place was asked for', () => {
    rememberReturnPath('/login', '')
    rememberReturnPath('/', '?q=lake')
    expect(returnPath()).toBe('/space')
  })

  test('is the first place outside the open ones, with its query', () => {
    rememberReturnPath('/space/1/details/filesManage', '?folder=2')
    rememberReturnPath('/space', '')
    expect(returnPath()).toBe('/space/1/details/filesManage?folder=2')
  })

  test.each([
    '/',
    '/text',
    '/login',
    '/register',
    '/access',
    '/404',
    '/space-share',
    '/file-share',
    '/login-weixin',
    '/nowhere',
  ])('%s is none', (path) => {
    rememberReturnPath(path, '')
    expect(returnPath()).toBe('/space')
  })
})

describe('a callback', () => {
  test.each([
    'https://elsewhere.test/x',
    '//elsewhere.test/x',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://data.lab.test.elsewhere.test',
    '\\\\elsewhere.test',
    '/api/logout',
  ])('to %s is not followed', (callback) => {
    expect(safeCallback(callback, ORIGIN)).toBeNull()
  })

  test('to a trusted site is followed, and survives a sign-in there', () => {
    const here = at('/login', '?callback=https%3A%2F%2Fportal.lab.test%2Fmine')
    expect(afterSignIn({ mustSetUp: false }, here)).toBe('/space')
    trustSites(['https://portal.lab.test'])
    onTestFinished(() => trustSites([]))
    expect(afterSignIn({ mustSetUp: false }, here)).toBe('https://portal.lab.test/mine')
    expect(comeBackPath(here)).toBe('https://portal.lab.test/mine')
  })

  test('of our own is gone to when signed in, else kept through sign-in', () => {
    const here = at('/', '?callback=%2Fspace%2F1')
    expect(callbackTarget(here, true)).toBe(`${ORIGIN}/space/1`)
    expect(callbackTarget(here, false)).toBe(`/login?callback=${encodeURIComponent(`${ORIGIN}/space/1`)}`)
    expect(callbackTarget(at('/login', '?callback=%2Fspace%2F1'), false)).toBeNull()
    expect(callbackTarget(at('/'), true)).toBeNull()
  })

  test.each(['/login', '/ldap-login', '/login-cas-bind', '/login-kjy-perfect', '/login-weixin'])(
    'stays with %s, a step of signing in',
    (pathname) => expect(callbackTarget(at(pathname, '?callback=%2Fspace%2F1'), false)).toBeNull(),
  )
})

describe('after a sign-in', () => {
  const here = at('/login', '?callback=%2Fspace%2F1%3Fq%3D2')

  test('who must set up a second step goes there before anywhere else', () => {
    expect(afterSignIn({ mustSetUp: true }, here)).toBe('/personalCenter?tab=security')
  })

  test('the callback goes before the place that was asked for', () => {
    rememberReturnPath('/space/7/details/journal', '')
    expect(afterSignIn({ mustSetUp: false }, here)).toBe(`${ORIGIN}/space/1?q=2`)
    expect(afterSignIn({ mustSetUp: false }, at('/login'))).toBe('/space/7/details/journal')
  })

  test('a callback that was asked for before a mail came in between is gone to; a new session forgets it', () => {
    const arrived = at('/login', '?callback=%2Fspace%2F9')
    rememberCallback(arrived, false)
    expect(sessionStorage.getItem('callback')).toBe(`${ORIGIN}/space/9`)
    expect(afterSignIn({ mustSetUp: false }, at('/validate-success'))).toBe(`${ORIGIN}/space/9`)
    rememberCallback(at('/space'), true)
    expect(afterSignIn({ mustSetUp: false }, at('/login'))).toBe('/space')
  })

  test('another service is told a path of this site, never a whole address', () => {
    expect(comeBackPath(here)).toBe('/space/1?q=2')
    expect(comeBackPath(at('/login', '?callback=https%3A%2F%2Felsewhere.test'))).toBe('/space')
  })
})
