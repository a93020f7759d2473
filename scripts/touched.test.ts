import { describe, expect, test } from 'vitest'
import { sampling } from './test-touched.ts'
import { rowsWithout, touchedBy } from './touched.ts'

const all = sampling()

describe('the full set of what a change touches', () => {
  test('is everything when the change is not known, or touches what all stands on', () => {
    expect(all.length).toBeGreaterThan(8)
    expect(touchedBy(null, all)).toEqual(all)
    expect(touchedBy(['server/storage/locks.ts'], all)).toEqual(all)
  })

  test('is what stands on the path, and a sampling test that changed itself', () => {
    expect(touchedBy(['client/main.ts', 'docs/ftp.md'], all)).toEqual(['tests/fault/client.test.ts'])
    expect(touchedBy(['tests/e2e/volume.spec.ts'], all)).toEqual(['tests/e2e/volume.spec.ts'])
    expect(touchedBy(['README.md'], all)).toEqual([])
    expect(touchedBy([], all)).toEqual([])
  })

  test('knows every test that takes samples: one without a row is touched by any change, a row without one is gone', () => {
    expect(touchedBy(['docs/ftp.md'], all)).toEqual([])
    expect(touchedBy(['docs/ftp.md'], ['tests/api/new.test.ts'])).toEqual(['tests/api/new.test.ts'])
    expect(rowsWithout(all)).toEqual([])
  })
})
