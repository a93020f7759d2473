import { describe, expect, test } from 'vitest'
import { presentEnd, presentWith, type Reaction, reactionTo } from './errors.ts'
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
    expect(reactionTo(new NetworkFailure('x'))).toEqual({ show: 'error' })
    expect(reactionTo(new CancelledCall())).toEqual({ show: 'cancelled' })
  })
})

test('of failures that a caller tells itself, only the end of the session reaches the shell', () => {
  const shown: Reaction[] = []
  presentWith((reaction) => void shown.push(reaction))
  for (const failure of [refusal(4), refusal(5), new NetworkFailure('x')]) presentEnd(failure)
  expect(shown).toEqual([{ show: 'login' }])
})
