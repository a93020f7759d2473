import { randomInt } from 'node:crypto'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { CAPTCHA_DOTS, CAPTCHA_LENGTH, CAPTCHA_LINES } from '#contract/core/limits.ts'
import { captchaImage, captchaSvg, drawAnswer, plainAnswer } from './captcha.ts'
import { isCommonPassword } from './common-passwords.ts'
import { glyphs } from './glyphs.ts'

const draw = (below: number) => randomInt(below)

describe('the verification image', () => {
  test('has no character that is taken for another', () => {
    for (const twin of '0OQ1IL2Z5S8B') expect(Object.keys(glyphs)).not.toContain(twin)
  })

  test('draws each character with its own colour and rotation, 5 lines and 30 dots', () => {
    const svg = captchaSvg(drawAnswer(draw), draw)
    const characters = [...svg.matchAll(/<path class="character"[^>]*rotate\((-?\d+)\)[^>]*stroke="([^"]+)"/g)]
    expect(characters).toHaveLength(CAPTCHA_LENGTH)
    expect(new Set(characters.map((match) => match[2])).size).toBeGreaterThan(1)
    expect(svg.match(/<line /g)).toHaveLength(CAPTCHA_LINES)
    expect(svg.match(/<circle /g)).toHaveLength(CAPTCHA_DOTS)
  })

  test('is pixels: two images of one answer differ, and nothing in them is text', async () => {
    const [one, two] = [await captchaImage('ACEF', draw), await captchaImage('ACEF', draw)]
    expect(one).not.toBe(two)
    const png = Buffer.from(one.split(',')[1] ?? '', 'base64')
    const { format, width, exif } = await sharp(png).metadata()
    expect([format, width, exif]).toEqual(['png', 320, undefined])
    expect(png.includes('ACEF')).toBe(false)
  })

  test('takes an answer without regard to case, blanks and full-width forms', () => {
    expect(plainAnswer(' ａc e f')).toBe('ACEF')
  })
})

test.each([
  ['Password1', true],
  ['P@ssw0rd', true],
  ['Qwerty123!', true],
  ['Iloveyou1!', true],
  ['Admin123!', true],
  ['Lake-2026', false],
  ['Mesa-4711x', false],
  ['Xk3-vbT9q', false],
])('the password %j is common: %s', async (password, isCommon) => {
  expect(await isCommonPassword(password)).toBe(isCommon)
})
