import { describe, expect, test } from 'vitest'
import type { Author } from '#contract/publications/metadata.ts'
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
})
