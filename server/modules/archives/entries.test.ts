import { describe, expect, test } from 'vitest'
import { ARCHIVE_ENTRIES_MAX, FOLDER_DEPTH_MAX } from '#contract/core/limits.ts'
import { partsOf, type RawEntry } from './entries.ts'

const entriesOf = (count: number, nameOf: (i: number) => string): RawEntry[] =>
  Array.from({ length: count }, (_, i) => {
    const name = Buffer.from(nameOf(i))
    return { name, isUtf8: true, size: 0, kind: 'file' as const, source: {} }
  })

describe('the entries of an archive', () => {
  test('that name more folders than it may have entries are refused as a whole', () => {
    const depth = FOLDER_DEPTH_MAX - 10
    const count = Math.ceil(ARCHIVE_ENTRIES_MAX / depth) + 1
    const deep = entriesOf(count, (i) => `${i}/${'a/'.repeat(depth - 1)}x`)
    expect(() => [...partsOf(deep)]).toThrow('archiveTooLarge')
    expect([...partsOf(deep.slice(0, -2))]).toHaveLength(count - 2)
  })

  test('that share one name are told apart in no more time than others', { timeout: 5000 }, () => {
    const parts = [...partsOf(entriesOf(ARCHIVE_ENTRIES_MAX, () => 'a.txt'))]
    expect(parts.at(-1)?.path).toBe(`a (${ARCHIVE_ENTRIES_MAX - 1}).txt`)
  })
})
