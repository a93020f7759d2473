import { CAPTCHA_DOTS, CAPTCHA_LENGTH, CAPTCHA_LINES } from '#contract/core/limits.ts'
import { GLYPH, glyphs } from './glyphs.ts'

/** The older system's size, twice as fine. */
const WIDTH = 160
const HEIGHT = 60
const SCALE = 2
const TILT_DEGREES = 28

/** A number from 0 up to, but not including, `below`. */
export type Draw = (below: number) => number

/** The characters of one image. */
export function drawAnswer(draw: Draw): string {
  const letters = Object.keys(glyphs)
  return Array.from({ length: CAPTCHA_LENGTH }, () => letters[draw(letters.length)]).join('')
}

const colour = (draw: Draw) => `hsl(${draw(360)} ${45 + draw(40)}% ${25 + draw(20)}%)`
const pale = (draw: Draw) => `hsl(${draw(360)} 50% ${55 + draw(20)}%)`

/** Each character with its own colour and rotation, 5 lines and 30 dots. Source: spec section 9, Helpers. */
export function captchaSvg(answer: string, draw: Draw): string {
  const room = WIDTH / (answer.length + 0.6)
  const characters = [...answer].map((character, i) => {
    const size = 2.1 + draw(60) / 100
    const x = room * (i + 0.8) + draw(8) - 4
    const y = HEIGHT / 2 + draw(8) - 4
    const turn = draw(2 * TILT_DEGREES + 1) - TILT_DEGREES
    const place = `translate(${x} ${y}) rotate(${turn}) scale(${size}) translate(${-GLYPH.width / 2} ${-GLYPH.height / 2})`
    return `<path class="character" d="${glyphs[character]}" transform="${place}" stroke="${colour(draw)}" stroke-width="1.6"/>`
  })
  const lines = Array.from({ length: CAPTCHA_LINES }, () => {
    const [x1, y1, x2, y2] = [draw(WIDTH), draw(HEIGHT), draw(WIDTH), draw(HEIGHT)]
    return `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="${pale(draw)}"/>`
  })
  const dots = Array.from(
    { length: CAPTCHA_DOTS },
    () => `<circle cx="${draw(WIDTH)}" cy="${draw(HEIGHT)}" r="1.4" fill="${pale(draw)}"/>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH * SCALE}" height="${HEIGHT * SCALE}" viewBox="0 0 ${WIDTH} ${HEIGHT}"><rect width="100%" height="100%" fill="#f3f6f5"/><g fill="none" stroke-linecap="round" stroke-linejoin="round">${lines.join('')}${characters.join('')}</g>${dots.join('')}</svg>`
}

/** The image as a PNG data URL: drawn as pixels, so that nothing in it can be read as text or shapes. */
export async function captchaImage(answer: string, draw: Draw): Promise<string> {
  const { default: sharp } = await import('sharp')
  const png = await sharp(Buffer.from(captchaSvg(answer, draw)))
    .png({ palette: true })
    .toBuffer()
  return `data:image/png;base64,${png.toString('base64')}`
}

const SUM_MAX = 9
/** Two numbers to add: a question that can be read aloud, for people who can't read the image. */
export const drawSum = (draw: Draw): { a: number; b: number } => ({ a: 1 + draw(SUM_MAX), b: 1 + draw(SUM_MAX) })

/** Answers are compared without case, blanks and full-width forms. */
export const plainAnswer = (text: string): string => text.normalize('NFKC').replace(/\s/g, '').toUpperCase()
