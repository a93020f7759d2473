import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { sampling } from './test-touched.ts'
import { deadlineOf, mismatchesOf, touchedBy } from './touched.ts'

const all = sampling()

describe('the full set of what a change touches', () => {
  test('is everything when the change is not known, or touches what all stands on', () => {
    expect(all.length).toBeGreaterThan(8)
    expect(touchedBy(null, all)).toEqual(all)
    expect(touchedBy(['server/storage/locks.ts'], all).toSorted()).toEqual(all)
  })

  test('is what stands on the path, and a sampling test that changed itself', () => {
    expect(touchedBy(['client/main.ts', 'docs/ftp.md'], all)).toEqual([
      'tests/api/client.test.ts',
      'tests/fault/client.test.ts',
    ])
    expect(touchedBy(['tests/e2e/volume.spec.ts'], all)).toEqual(['tests/e2e/volume.spec.ts'])
    expect(touchedBy(['README.md'], all)).toEqual([])
    expect(touchedBy([], all)).toEqual([])
  })

  test('begins with what the change is nearest to: the test itself, then most changed files, then what all stand on', () => {
    const changed = ['server/storage/locks.ts', 'client/main.ts', 'tests/e2e/volume.spec.ts']
    const touched = touchedBy(changed, all)
    expect(touched.slice(0, 4)).toEqual([
      'tests/e2e/volume.spec.ts',
      ...['tests/api/client.test.ts', 'tests/api/migrations.test.ts', 'tests/fault/client.test.ts'],
    ])
    expect(touched).toHaveLength(all.length)
  })

  test('begins no file after 12 minutes, nor once the CI run is 50 minutes old', () => {
    const [minute, now] = [60_000, 1_800_000_000_000]
    const startedAgo = (minutes: number) => String((now - minutes * minute) / 1000)
    expect(deadlineOf(now)).toBe(now + 12 * minute)
    expect(deadlineOf(now, startedAgo(20))).toBe(now + 12 * minute)
    expect(deadlineOf(now, startedAgo(45))).toBe(now + 5 * minute)
    expect(deadlineOf(now, startedAgo(70))).toBeLessThan(now)
  })

  test('knows every test that has more in full, by a row of its own, and has no other rows', () => {
    expect(touchedBy(['docs/ftp.md'], all)).toEqual([])
    expect(touchedBy(['docs/ftp.md'], ['tests/api/new.test.ts'])).toEqual(['tests/api/new.test.ts'])
    expect(mismatchesOf(['tests/api/new.test.ts'])).toContain('tests/api/new.test.ts')
    expect(mismatchesOf(all)).toEqual([])
  })

  test('is listed in CONTRIBUTING by the name of each file', () => {
    const told = readFileSync('CONTRIBUTING.md', 'utf8')
    expect(all.filter((path) => !told.includes(path.split('/').at(-1) ?? path))).toEqual([])
  })
})
