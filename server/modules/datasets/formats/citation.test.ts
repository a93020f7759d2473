import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Author, ResourceType } from '#contract/publications/metadata.ts'
import { describedOf, plainMetadata } from '../../../../tests/support/described.ts'
import { apa, gbt7714 } from './citation.ts'

const [template] = plainMetadata().authors
const person = (family: string, given: string, name = `${given} ${family}`): Author => {
  if (!template) throw new Error('the sample has no author')
  return { ...template, family, given, name }
}
const many = (count: number) => Array.from({ length: count }, (_, at) => person(`Family${at + 1}`, 'Ann Bo'))
const authorsOf = (authors: Author[]) => describedOf({ authors })
const DAY = '2026-11-23'

describe('APA', () => {
  test('is author, year, title with version and kind, publisher, address', () => {
    expect(apa(describedOf(), 'en')).toBe(
      'Wang, F., Sørensen, J.-P., & Nordic Limnology Group. (2026). Depth-resolved temperature and salinity of Qinghai Lake (Version 2) [Data set]. Plateau Data Centre. https://data.lab.test/ark:99999/ds1k7m2p2',
    )
  })

  test('in Chinese writes Chinese names whole', () => {
    expect(apa(describedOf(), 'zh')).toMatch(/^王芳, Sørensen, J\.-P\., & Nordic Limnology Group\. \(2026\)\. 青海湖/)
  })

  test.each([
    [1, 'Family1, A. B. (2026)'],
    [2, 'Family1, A. B., & Family2, A. B. (2026)'],
    [20, 'Family19, A. B., & Family20, A. B. (2026)'],
    [21, 'Family19, A. B., … Family21, A. B. (2026)'],
  ])('of %i authors ends %s', (count, end) => expect(apa(authorsOf(many(count)), 'en')).toContain(end))

  test('without authors begins with the title', () => {
    expect(apa(authorsOf([]), 'en')).toMatch(/^Depth-resolved .* \[Data set\]\. \(2026\)\. Plateau/)
  })
})

describe('GB/T 7714', () => {
  test('names three authors, and says that there are others', () => {
    expect(gbt7714(authorsOf([...(plainMetadata().authors ?? []), person('Chen', 'Yu')]), 'zh', DAY)).toBe(
      '王芳, SØRENSEN J-P, Nordic Limnology Group, 等. 青海湖逐层水温与盐度[DS/OL]. V2. 高原生态数据中心, 2026[2026-11-23]. https://data.lab.test/ark:99999/ds1k7m2p2.',
    )
  })

  test('in English says et al. with one stop', () => {
    expect(gbt7714(authorsOf(many(4)), 'en', DAY)).toMatch(/^FAMILY1 A B, FAMILY2 A B, FAMILY3 A B, et al\. Depth/)
  })

  test('tells software from data', () => {
    expect(gbt7714(describedOf({ resourceType: 'software' }), 'zh', DAY)).toContain('[CP/OL]')
  })

  test('in English writes a Chinese name by its Latin spelling', () => {
    expect(gbt7714(describedOf(), 'en', DAY)).toMatch(/^WANG F, SØRENSEN J-P, Nordic/)
  })
})

type Reference = {
  resourceType: ResourceType
  names: keyof typeof NAMES
  language: 'zh' | 'en'
  apa: string
  gbt: string
}
const NAMES = {
  none: [],
  one: many(1),
  two: many(2),
  organisation: plainMetadata().authors.slice(2),
  four: many(4),
  many: many(21),
}
const path = new URL('../../../../tests/fixtures/citations/citeproc.json', import.meta.url)
const references: Reference[] = JSON.parse(readFileSync(path, 'utf8'))

describe('as the library for citation styles writes it', () => {
  const ofRow = ({ resourceType, names }: Reference) => describedOf({ resourceType, authors: NAMES[names] })
  const english = references.filter(({ language }) => language === 'en')

  // The manual writes "[Data set]", and leaves the kind with a title that stands first.
  test.each(english)('APA of $resourceType, authors: $names', (row) => {
    const moved = row.apa.replace('. (2026). [Dataset].', ' [Dataset]. (2026).')
    expect(apa(ofRow(row), 'en')).toBe(moved.replace('[Dataset]', '[Data set]'))
  })

  // The style writes the number of a list, and capitals of organisations; it leaves out the version and the day.
  test.each(references)('GB/T 7714 of $resourceType in $language, authors: $names', (row) => {
    const ours = gbt7714(ofRow(row), row.language, DAY).replace(' V2.', '').replace(`[${DAY}]`, '')
    const theirs = row.gbt.replace('[1] ', '')
    expect(ours.toLowerCase()).toBe(theirs.toLowerCase())
  })
})
