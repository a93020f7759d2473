import { describe, expect, test } from 'vitest'
import { overdueOf, withFound } from './shaky.ts'

const one = { file: 'tests/api/a.test.ts', title: 'waits', why: '' }

describe('a test that passes only at the second try', () => {
  test('comes onto the list with the day, and keeps the first', () => {
    const listed = withFound({}, [one], new Date('2026-03-01T10:00:00Z'))
    expect(listed).toEqual({ 'tests/api/a.test.ts: waits': '2026-03-01' })
    expect(withFound(listed, [one], new Date('2026-03-05T10:00:00Z'))).toEqual(listed)
  })

  test('fails the run once it has been there for a week', () => {
    const listed = withFound({}, [one], new Date('2026-03-01T00:00:00Z'))
    expect(overdueOf(listed, new Date('2026-03-08T00:00:00Z'))).toEqual([])
    expect(overdueOf(listed, new Date('2026-03-08T00:00:01Z'))).toEqual([
      'tests/api/a.test.ts: waits, since 2026-03-01',
    ])
  })
})
