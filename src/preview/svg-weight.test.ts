import { describe, expect, test } from 'vitest'
import { type Drawn, svgWeight } from './svg-weight.ts'

const drawn = (localName: string, attributes: Record<string, string>, ...children: Drawn[]): Drawn => ({
  id: attributes.id ?? '',
  localName,
  textContent: attributes.text ?? '',
  children,
  attributes: Object.entries(attributes).map(([, value]) => ({ value })),
})
const use = (id: string, attribute = 'href') => drawn('use', { [attribute]: `#${id}` })
const group = (id: string, ...children: Drawn[]) => drawn('g', { id }, ...children)

describe('the weight of a drawing', () => {
  test('what doubles thirty times weighs billions', () => {
    const groups = Array.from({ length: 30 }, (_, i) =>
      group(`g${i}`, use(`g${i + 1}`), use(`g${i + 1}`, 'xlink:href')),
    )
    expect(svgWeight(drawn('svg', {}, ...groups, group('g30', drawn('rect', {})), use('g0')))).toBeGreaterThan(2 ** 30)
  })

  test('patterns, masks and style sheets count as often as they are used', () => {
    const pattern = drawn('pattern', { id: 'p' }, ...Array.from({ length: 98 }, () => drawn('rect', {})))
    expect(svgWeight(drawn('svg', {}, pattern, drawn('rect', { fill: 'url(#p)' })))).toBe(1 + 99 + 1 + 99)
    const many = Array.from({ length: 100 }, () => drawn('rect', {}))
    expect(
      svgWeight(drawn('svg', {}, drawn('style', { text: 'rect{fill:url("#p")}' }), pattern, ...many)),
    ).toBeGreaterThan(99 * 100)
  })

  test('a drawing inside a drawing is as heavy as can be', () => {
    expect(svgWeight(drawn('svg', {}, drawn('image', { href: 'data:image/svg+xml,%3Csvg' })))).toBe(Infinity)
  })

  test('what uses itself, or what is not there, is left out', () => {
    expect(svgWeight(drawn('svg', {}, group('a', use('b')), group('b', use('a')), use('none')))).toBeLessThan(20)
  })

  test('a plain drawing weighs what it holds, colours are no references', () => {
    expect(svgWeight(drawn('svg', {}, drawn('rect', { fill: '#ffffff' }), drawn('rect', {})))).toBe(3)
  })
})
