import { describe, expect, test } from 'vitest'
import type { Message } from '#contract/messages.ts'
import { freshened, type Loaded, withRead } from './message-list.ts'

/** A message of a minute: the later the newer. */
const one = (minute: number, isRead = false): Message => ({
  id: `id-${minute}`,
  kind: 'joinAsked',
  tone: 'plain',
  title: '',
  content: '',
  space: '',
  spaceId: null,
  isMuted: false,
  link: '',
  isRead,
  at: `2026-01-01T00:${String(minute).padStart(2, '0')}:00.000Z`,
})
const of = (minutes: number[], next?: string): Loaded => ({ list: minutes.map((minute) => one(minute)), next })
const minutesOf = ({ list }: Loaded) => list.map(({ id }) => Number(id.slice(3)))

describe('a list of messages brought up to date', () => {
  test('has what is new on top', () => {
    expect(minutesOf(freshened(of([3, 2, 1]), of([5, 4, 3, 2, 1]), false))).toEqual([5, 4, 3, 2, 1])
  })
  test('loses what was deleted elsewhere', () => {
    expect(minutesOf(freshened(of([3, 2, 1]), of([3, 1]), false))).toEqual([3, 1])
  })
  test('knows what was read elsewhere', () => {
    const answer = { list: [one(2, true), one(1)] }
    expect(freshened(of([2, 1]), answer, false).list.map(({ isRead }) => isRead)).toEqual([true, false])
  })
  test('of unread ones keeps in its place what is no longer unread, as read', () => {
    const { list } = freshened(of([3, 2, 1]), of([4, 3, 1]), true)
    expect(list.map(({ id, isRead }) => [id, isRead])).toEqual([
      ['id-4', false],
      ['id-3', false],
      ['id-2', true],
      ['id-1', false],
    ])
  })
  test('keeps what lies beyond the answer, and goes on from there', () => {
    const merged = freshened(of([4, 3, 2, 1], 'after 1'), of([5, 4, 3], 'after 3'), false)
    expect(minutesOf(merged)).toEqual([5, 4, 3, 2, 1])
    expect(merged.next).toBe('after 1')
  })
  test('goes on after the answer when that reaches further', () => {
    expect(freshened(of([2], 'after 2'), of([3, 2, 1], 'after 1'), false).next).toBe('after 1')
    expect(freshened(of([2, 1], 'after 1'), of([3]), false)).toEqual({ ...of([3]), next: undefined })
  })
})

test('some or all are marked as read', () => {
  const reads = (ids: ReadonlySet<string> | null) => withRead(of([2, 1]), ids).list.map(({ isRead }) => isRead)
  expect(reads(new Set(['id-1']))).toEqual([false, true])
  expect(reads(null)).toEqual([true, true])
})
