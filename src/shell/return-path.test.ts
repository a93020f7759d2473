import { beforeEach, describe, expect, test, vi } from 'vitest'
import { callbackTarget, needsNoSignIn, rememberReturnPath, returnPath, safeCallback } from './return-path.ts'

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

  test.each(['/', '/text', '/login', '/register', '/access', '/404', '/space-share', '/file-share'])(
    '%s needs no sign-in',
    (path) => expect(needsNoSignIn(path)).toBe(true),
  )
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

  test('of our own is gone to when signed in, else kept through sign-in', () => {
    const here = at('/', '?callback=%2Fspace%2F1')
    expect(callbackTarget(here, true)).toBe(`${ORIGIN}/space/1`)
    expect(callbackTarget(here, false)).toBe(`/login?callback=${encodeURIComponent(`${ORIGIN}/space/1`)}`)
    expect(callbackTarget(at('/login', '?callback=%2Fspace%2F1'), false)).toBeNull()
    expect(callbackTarget(at('/'), true)).toBeNull()
  })
})
