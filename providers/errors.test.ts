import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type Concern, presentWide, presentWith, type Reaction, reactionTo } from './errors.ts'
import { CallFailure, CancelledCall, NetworkFailure } from './failures.ts'

const refusal = (code: number, rest: object = {}) =>
  new CallFailure({ code, message: 'said', data: null, error: 'fromElsewhere', requestId: 'r1', ...rest } as never)

describe('a failure', () => {
  test.each([401, 5])('with code %d leads to sign-in', (code) => {
    expect(reactionTo(refusal(code))).toEqual({ show: 'login' })
  })

  test.each([-1, 4, -2, -3, 8, 1007])('with code %d is told in a modal', (code) => {
    expect(reactionTo(refusal(code))).toEqual({ show: 'modal', text: 'said' })
  })

  test.each([202, 1])('with code %d is told by its data', (code) => {
    expect(reactionTo(refusal(code, { data: 'of data' }))).toEqual({ show: 'modal', text: 'of data' })
  })

  test('with code 500 names its request', () => {
    expect(reactionTo(refusal(500))).toEqual({ show: 'modal', text: 'said', requestId: 'r1' })
  })

  test.each([
    [403, 'forbidden'],
    [404, 'notFound'],
    [502, 'notice'],
  ])('with code %d is a %s', (code, show) => {
    expect(reactionTo(refusal(code))).toMatchObject({ show })
  })

  test('with a code that nobody knows is told all the same', () => {
    expect(reactionTo(refusal(4711))).toEqual({ show: 'modal', text: 'said' })
  })

  test('that speaks through msg or data alone is heard', () => {
    expect(reactionTo(refusal(4, { message: '', msg: 'of msg' }))).toMatchObject({ text: 'of msg' })
    expect(reactionTo(refusal(4, { message: '', data: 'of data' }))).toMatchObject({ text: 'of data' })
  })

  test('of the network is the general error, one taken back is a cancellation', () => {
    expect(reactionTo(new NetworkFailure('x'))).toMatchObject({ show: 'error' })
    expect(reactionTo(new CancelledCall())).toEqual({ show: 'cancelled' })
  })
})

describe('a failure that a caller shows itself', () => {
  // No space is viewed as somebody else.
  beforeEach(() => {
    vi.stubGlobal('sessionStorage', { getItem: () => null })
    vi.stubGlobal('location', { pathname: '/space' })
    return () => vi.unstubAllGlobals()
  })
  const reaches = (failure: unknown, concern: Concern) => {
    const shown: Reaction[] = []
    presentWith((reaction) => void shown.push(reaction))
    presentWide(failure, concern)
    return shown.map(({ show }) => show)
  }

  test.each([
    [401, 'login'],
    [5, 'login'],
    [403, 'forbidden'],
    [502, 'notice'],
  ])('with code %d reaches the shell as well, as %s', (code, show) => {
    expect(reaches(refusal(code), 'page')).toEqual([show])
    expect(reaches(refusal(code), 'aside')).toEqual([show])
  })

  test('with code 404 leads away only from a page that is about it', () => {
    expect(reaches(refusal(404), 'page')).toEqual(['notFound'])
    expect(reaches(refusal(404), 'aside')).toEqual([])
  })

  test.each([-1, 4, -2, -3, 8, 500, 1007, 202, 1, 4711])('with code %d stays beside what failed', (code) => {
    expect(reaches(refusal(code), 'page')).toEqual([])
  })

  test('of the network stays beside what failed', () => {
    expect(reaches(new NetworkFailure('x'), 'page')).toEqual([])
  })
})
