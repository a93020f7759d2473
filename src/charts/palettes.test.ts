import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { colourAt, drawTokens, palettes, roundedEnds, spanOf } from './palettes.ts'
import { coloursOf } from './style.ts'

type Rgb = [number, number, number]
const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const rgbOf = (colour: string): Rgb =>
  [1, 3, 5].map((at) => linear(Number.parseInt(colour.slice(at, at + 2), 16) / 255)) as Rgb
const times = (matrix: readonly Rgb[], value: Rgb): Rgb =>
  matrix.map((row) => row.reduce((sum, factor, at) => sum + factor * (value[at] ?? 0), 0)) as Rgb

/** What people see who have no cones for red, or none for green (Machado, Oliveira and Fernandes, full severity). */
const SIGHTS: Record<string, readonly Rgb[]> = {
  'all cones': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  'no red': [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  'no green': [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
}
/** OKLab, in which equal distances look equally far. */
function labOf(rgb: Rgb): Rgb {
  const cones = times(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    rgb,
  ).map((value) => Math.cbrt(Math.max(0, value))) as Rgb
  return times(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    cones,
  )
}
const distance = (one: string, other: string, sight: readonly Rgb[]) => {
  const [a, b] = [one, other].map((colour) => labOf(times(sight, rgbOf(colour)))) as [Rgb, Rgb]
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
}
const light = (colour: string) => {
  const [r, g, b] = rgbOf(colour)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05
}
const contrast = (one: string, other: string) => Math.max(light(one), light(other)) / Math.min(light(one), light(other))

const css = readFileSync(new URL('../widgets/tokens.css', import.meta.url), 'utf8')
const [lightCss = '', darkCss = ''] = css.split('[data-theme="dark"]')
const standardIn = (text: string) => [...text.matchAll(/--chart-\d: (#[\da-f]{6})/g)].map(([, colour = '']) => colour)
const surfaceIn = (text: string) => /--surface: (#[\da-f]{6})/.exec(text)?.[1] ?? ''
const surfaces = { light: surfaceIn(lightCss), dark: surfaceIn(darkCss) }
const all = { standard: { light: standardIn(lightCss), dark: standardIn(darkCss) }, ...palettes }

/** Least distance of two colours of a palette, and least contrast with the surface (WCAG 1.4.11). */
const [APART, SEEN] = [0.05, 3]

describe.each(Object.entries(all))('the palette %s', (_name, both) => {
  test.each(['light', 'dark'] as const)('has eight colours that are seen in the %s theme', (theme) => {
    expect(both[theme]).toHaveLength(8)
    expect(both[theme].filter((colour) => contrast(colour, surfaces[theme]) < SEEN)).toEqual([])
  })

  test.each(Object.entries(SIGHTS))('is told apart with %s', (_sight, sight) => {
    for (const colours of Object.values(both)) {
      const near = colours.flatMap((one, at) =>
        colours.slice(at + 1).filter((other) => distance(one, other, sight) < APART),
      )
      expect(near).toEqual([])
    }
  })
})

const tokens = {
  ink: '#000000',
  soft: '#333333',
  faint: '#666666',
  line: '#cccccc',
  lineStrong: '#999999',
  surface: '#ffffff',
  font: 'sans-serif',
  rest: '#888888',
  low: '#eeeeee',
  high: '#111111',
  series: all.standard.light,
}
const series = ['a', 'b', 'c', 'rest'].map((id) => ({ id, isRest: id === 'rest' }))
const wish: Parameters<typeof drawTokens>[1] = { palette: 'standard', ramp: 'standard', colors: [] }

test('a series that was given a colour keeps it, the next take what is left, and the others stay grey', () => {
  const [first, second, third] = tokens.series
  const given = drawTokens(tokens, { ...wish, colors: [{ series: 'b', color: 0 }] })
  expect(coloursOf(series, given)).toEqual([second, first, third, '#888888'])
})

test('a category has the same colour, whatever the order of the categories in a chart', () => {
  const given = drawTokens(tokens, wish)
  const ids = ['"ST1"', '"ST2"', '"ST10"', 'null']
  const coloured = (of: readonly string[]) =>
    Object.fromEntries(
      coloursOf(
        of.map((id) => ({ id, isRest: false })),
        given,
      ).map((colour, at) => [of[at], colour]),
    )
  expect(coloured(ids.toReversed())).toEqual(coloured(ids))
  expect(Object.values(coloured(ids))).toEqual(tokens.series.slice(0, 4))
})

test('a palette follows the theme', () => {
  const muted = { ...wish, palette: 'muted' as const }
  expect(drawTokens(tokens, muted).series).toBe(palettes.muted.light)
  expect(drawTokens({ ...tokens, surface: '#fff' }, muted).series).toBe(palettes.muted.light)
  expect(drawTokens({ ...tokens, surface: '#151c1b' }, muted).series).toBe(palettes.muted.dark)
})

test('a two-sided scale has its middle at zero when values stand on both sides of it', () => {
  expect(spanOf([-2, 10], { ramp: 'diverging' })).toEqual([-10, 10])
  expect(spanOf([2, 10], { ramp: 'diverging' })).toEqual([2, 10])
  expect(spanOf([-2, 10], { ramp: 'heat' })).toEqual([-2, 10])
})

test('a colour between steps is mixed of both beside it', () => {
  expect(['#000000', '#808080', '#ffffff', '#ffffff']).toEqual(
    [0, 0.5, 1, 7].map((share) => colourAt(['#000000', '#808080', '#ffffff'], share)),
  )
})

test('the ends of a scale are no more exact than tells them apart', () => {
  expect(roundedEnds([4.57975, 18.1153])).toEqual([4.6, 18.1])
  expect(roundedEnds([0.123456, 0.123999])).toEqual([0.123456, 0.123999])
  expect(roundedEnds([12.34, 56_789.1])).toEqual([12, 56_789])
  expect(roundedEnds([1 / 3, 1 / 3])).toEqual([1 / 3, 1 / 3])
})
