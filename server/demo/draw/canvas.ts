import { fileURLToPath } from 'node:url'
import { type Canvas, createCanvas, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas'

export type Context = SKRSContext2D
const QUALITY = 82
/** The same letters on every machine: a server may have no fonts of its own. */
const FONT = 'Demo Inter'
const FONT_FILE = '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'

/** The font of a size in pixels. Registers it first. */
export function font(size: number, weight = 400): string {
  if (!GlobalFonts.has(FONT)) GlobalFonts.registerFromPath(fileURLToPath(import.meta.resolve(FONT_FILE)), FONT)
  return `${weight} ${size}px "${FONT}"`
}

/** A picture of this size in pixels; `paint` draws it. */
export function drawn(width: number, height: number, paint: (ctx: Context) => void): Canvas {
  const canvas = createCanvas(width, height)
  paint(canvas.getContext('2d'))
  return canvas
}
export const jpegOf = (canvas: Canvas): Buffer => canvas.encodeSync('jpeg', QUALITY)
export const pngOf = (canvas: Canvas): Buffer => canvas.encodeSync('png')

/** A gradient from top to bottom. */
export function gradient(ctx: Context, top: number, bottom: number, colours: readonly string[]) {
  const made = ctx.createLinearGradient(0, top, 0, bottom)
  for (const [i, colour] of colours.entries()) made.addColorStop(i / Math.max(1, colours.length - 1), colour)
  return made
}
