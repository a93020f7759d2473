import { describe, expect, test } from 'vitest'
import { aTask } from './fakes.ts'
import { FAILED, FINISHED, identityOf, nextState, PAUSED, taskEvents, taskStates, UPLOADING, WAITING } from './task.ts'

describe('states of an upload', () => {
  const table = {
    [WAITING]: {
      start: UPLOADING,
      fail: FAILED,
      stop: PAUSED,
      finish: FINISHED,
      resume: null,
      retry: null,
      wait: null,
    },
    [UPLOADING]: {
      start: null,
      fail: FAILED,
      stop: PAUSED,
      finish: FINISHED,
      resume: null,
      retry: null,
      wait: null,
    },
    [FAILED]: {
      start: null,
      fail: null,
      stop: null,
      finish: null,
      resume: null,
      retry: UPLOADING,
      wait: WAITING,
    },
    [PAUSED]: {
      start: null,
      fail: null,
      stop: null,
      finish: null,
      resume: UPLOADING,
      retry: null,
      wait: WAITING,
    },
    [FINISHED]: {
      start: null,
      fail: null,
      stop: null,
      finish: null,
      resume: null,
      retry: null,
      wait: null,
    },
  }
  const pairs = taskStates.flatMap((state) => taskEvents.map((event) => ({ state, event, next: table[state][event] })))
  test.each(pairs)('$state and $event make $next', ({ state, event, next }) =>
    expect(nextState(state, event)).toBe(next),
  )
})

describe('what tells two queued files apart', () => {
  const task = aTask({ name: 'a.csv' })
  test.each([
    ['name', { name: 'b.csv' }],
    ['path', { path: 'other' }],
    ['size', { size: 11 }],
    ['directory', { targetHash: 'other' }],
    ['space', { spaceId: 'other' }],
  ])('%s', (_what, difference) => expect(identityOf({ ...task, ...difference })).not.toBe(identityOf(task)))
  test('the rest does not', () =>
    expect(identityOf(aTask({ ...task, id: 'x', lastModified: 99 }))).toBe(identityOf(task)))
})
