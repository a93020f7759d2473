import { describe, expect, test } from 'vitest'
import { FRAME_MESSAGES_SECOND, FrameCut, heard, messageMeter } from './frame-port.ts'

describe('what a frame says', () => {
  test.each([
    ['nothing', null],
    ['a text', 'ready'],
    ['an unknown word', { type: 'session' }],
    ['a known word with more in it', { type: 'renew', as: 'admin' }],
    ['a state that there is not', { type: 'state', state: 'done' }],
    ['a long story', { type: 'state', state: 'error', message: 'a'.repeat(501) }],
    ['markup where an id belongs', { type: 'open', hash: '<img>' }],
    ['bytes where text belongs', { type: 'state', state: 'error', message: new ArrayBuffer(10) }],
    ['suffixes without an end', { type: 'siblings', suffixes: Array.from({ length: 51 }, () => 'png') }],
  ])('is refused when it is %s', (_what, said) => {
    expect(() => heard(said)).toThrow(FrameCut)
  })

  test.each([
    { type: 'state', state: 'finish' },
    { type: 'state', state: 'error', message: 'no pages' },
    { type: 'renew' },
    { type: 'siblings', suffixes: ['png', 'jpg'] },
    { type: 'open', hash: '00000000-0000-4000-8000-000000000000' },
  ])('is heard when it is %j', (said) => {
    expect(heard(said)).toEqual(said)
  })

  test('is counted by the second', () => {
    let at = 0
    const isFew = messageMeter(() => at)
    for (let i = 0; i < FRAME_MESSAGES_SECOND; i += 1) expect(isFew()).toBe(true)
    expect(isFew()).toBe(false)
    at = 1000
    expect(isFew()).toBe(true)
  })
})
