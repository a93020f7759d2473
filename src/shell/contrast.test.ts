import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { antTheme } from './ant-theme.ts'

/** WCAG AA contrast for normal text, and for the shapes of controls. */
const TEXT_MIN = 4.5
const SHAPE_MIN = 3

/** The backgrounds of each text colour: pages on ground, cards and tables on surface, dialogs on raised. */
const plain = ['ground', 'surface', 'raised']
const texts: Readonly<Record<string, readonly string[]>> = {
  ink: [...plain, 'tint', 'warning-tint', 'danger-tint'],
  soft: [...plain, 'tint', 'warning-tint', 'danger-tint'],
  faint: plain,
  primary: [...plain, 'tint'],
  'primary-hover': [...plain, 'tint'],
  success: plain,
  warning: [...plain, 'warning-tint'],
  danger: [...plain, 'danger-tint'],
  info: plain,
  'on-primary': ['primary', 'primary-hover'],
}
/** The focus ring and the chart series, which are shown on cards. */
const shapes: Readonly<Record<string, readonly string[]>> = {
  primary: plain,
  'chart-1': ['surface', 'raised'],
  'chart-2': ['surface', 'raised'],
  'chart-3': ['surface', 'raised'],
}

const css = readFileSync(new URL('../widgets/tokens.css', import.meta.url), 'utf8')
function tokensOf(selector: string): Map<string, string> {
  const [, block = ''] = css.split(`${selector} {`)
  const [own = ''] = block.split('}')
  return new Map(
    [...own.matchAll(/--([a-z0-9-]+): (#[0-9a-f]{6});/g)].map(([, name = '', value = '']) => [name, value]),
  )
}
const light = tokensOf(':root')
const themes = { light, dark: new Map([...light, ...tokensOf('[data-theme="dark"]')]) }

/** Relative luminance and contrast as defined by WCAG 2. */
function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (high + 0.05) / (low + 0.05)
}
function tooWeak(tokens: Map<string, string>, pairs: typeof texts, least: number): string[] {
  return Object.entries(pairs).flatMap(([name, grounds]) =>
    grounds
      .map((ground) => [ground, contrast(tokens.get(name) ?? '', tokens.get(ground) ?? '')] as const)
      .filter(([, ratio]) => !(ratio >= least))
      .map(([ground, ratio]) => `${name} on ${ground}: ${ratio.toFixed(2)}`),
  )
}

describe.each(Object.entries(themes))('colours in the %s theme', (name, tokens) => {
  test('every text is read on every ground that it stands on', () => {
    expect(tooWeak(tokens, texts, TEXT_MIN)).toEqual([])
  })

  test('what is drawn is told from its ground', () => {
    expect(tooWeak(tokens, shapes, SHAPE_MIN)).toEqual([])
  })

  test('an empty box and the tick in a full one are told from their ground', () => {
    const { components = {} } = antTheme(name === 'dark' ? 'dark' : 'light')
    for (const control of [components.Checkbox, components.Radio]) {
      for (const ground of plain)
        expect(contrast(String(control?.colorBorder), tokens.get(ground) ?? '')).toBeGreaterThanOrEqual(SHAPE_MIN)
      expect(contrast(String(control?.colorWhite), tokens.get('primary') ?? '')).toBeGreaterThanOrEqual(SHAPE_MIN)
    }
  })

  test('the mark of a required field is read on its ground', () => {
    const { components = {} } = antTheme(name === 'dark' ? 'dark' : 'light')
    expect(components.Form?.labelRequiredMarkColor).toBe(tokens.get('danger'))
  })

  test('antd computes with the same colours', () => {
    const { token = {} } = antTheme(name === 'dark' ? 'dark' : 'light')
    expect(token).toMatchObject({
      colorPrimary: tokens.get('primary'),
      colorPrimaryHover: tokens.get('primary-hover'),
      colorLinkHover: tokens.get('primary-hover'),
      colorSuccess: tokens.get('success'),
      colorWarning: tokens.get('warning'),
      colorError: tokens.get('danger'),
      colorInfo: tokens.get('info'),
      colorText: tokens.get('ink'),
      colorTextSecondary: tokens.get('soft'),
      colorTextPlaceholder: tokens.get('faint'),
      colorBgLayout: tokens.get('ground'),
      colorBgContainer: tokens.get('surface'),
      colorBgElevated: tokens.get('raised'),
    })
  })
})
