import type { ChartTokens } from '../../widgets/chart-tokens.ts'

/** The tooltip of a shape. */
export type Tip = { title: string; items: readonly { name: string; value: string }[] }
/** A shape of a picture, in px from its upper left corner. */
export type Shape = {
  /** Index of the answer's row. */
  index?: number | undefined
  tip?: Tip
} & (
  | { kind: 'path'; d: string; fill?: string; stroke?: string; lineWidth?: number; opacity?: number; dash?: string }
  | {
      kind: 'text'
      x: number
      y: number
      text: string
      size: number
      fill: string
      anchor?: 'start' | 'middle' | 'end'
      weight?: number
      /** Degrees, clockwise around its place. */
      rotate?: number
    }
)
/** Width of a text in px. */
export type Measure = (text: string, size: number) => number

/** Size of the texts of a picture, in px. */
export const TEXT = 12
export const SMALL = 11

const at = (value: number) => String(Math.round(value * 100) / 100)
export type Point = readonly [number, number]
const point = ([x, y]: Point) => `${at(x)} ${at(y)}`

export const lineTo = (points: readonly Point[]): string => (points.length ? `M${points.map(point).join('L')}` : '')
export const polygon = (points: readonly Point[]): string => `${lineTo(points)}Z`
export const rect = (x: number, y: number, width: number, height: number): string =>
  `M${point([x, y])}h${at(width)}v${at(height)}h${at(-width)}Z`
export const circle = (x: number, y: number, r: number): string =>
  `M${point([x - r, y])}a${at(r)} ${at(r)} 0 1 1 ${at(2 * r)} 0a${at(r)} ${at(r)} 0 1 1 ${at(-2 * r)} 0Z`

/** A ribbon of even height from one upright edge to another. */
export function ribbon(from: Point, to: Point, height: number): string {
  const [[x0, y0], [x1, y1]] = [from, to]
  const middle = (x0 + x1) / 2
  const curve = (a: number, b: number, end: Point) => `C${point([middle, a])} ${point([middle, b])} ${point(end)}`
  return `M${point(from)}${curve(y0, y1, to)}V${at(y1 + height)}${curve(y1 + height, y0 + height, [x0, y0 + height])}Z`
}

export type Arc = { x: number; y: number; inner: number; outer: number; from: number; to: number }
/** Where an angle points to, in radians clockwise from the top. */
export const onCircle = (x: number, y: number, r: number, angle: number): Point => [
  x + r * Math.sin(angle),
  y - r * Math.cos(angle),
]
/** A part of a ring. */
export function arc({ x, y, inner, outer, from, to }: Arc): string {
  // An arc that ends where it begins would not be drawn.
  const end = Math.min(to, from + 2 * Math.PI - 1e-4)
  const isLarge = end - from > Math.PI ? 1 : 0
  const sweep = (r: number, goal: Point, way: 0 | 1) => `A${at(r)} ${at(r)} 0 ${isLarge} ${way} ${point(goal)}`
  const [a, b] = [onCircle(x, y, outer, from), onCircle(x, y, outer, end)]
  const [c, d] = [onCircle(x, y, inner, end), onCircle(x, y, inner, from)]
  return `M${point(a)}${sweep(outer, b, 1)}L${point(c)}${sweep(inner, d, 0)}Z`
}

/** A text that is cut to a width; empty when not even two letters fit. */
export function fitted(text: string, width: number, size: number, measure: Measure): string {
  if (measure(text.slice(0, 200), size) <= width && text.length <= 200) return text
  const letters = Array.from(text.slice(0, 200))
  let [least, most] = [0, letters.length]
  while (least < most) {
    const middle = Math.ceil((least + most) / 2)
    if (measure(`${letters.slice(0, middle).join('')}…`, size) <= width) least = middle
    else most = middle - 1
  }
  return least < 2 ? '' : `${letters.slice(0, least).join('')}…`
}

/** Round values between two numbers, about as many as wanted. */
export function ticks(least: number, greatest: number, count: number): number[] {
  const range = greatest - least
  if (!(range > 0)) return [least]
  const raw = range / Math.max(1, count)
  const power = 10 ** Math.floor(Math.log10(raw))
  const step = ([1, 2, 5, 10].find((digit) => digit * power >= raw * 0.999) ?? 10) * power
  const first = Math.ceil(least / step - 1e-9)
  const last = Math.floor(greatest / step + 1e-9)
  return Array.from({ length: Math.min(50, last - first + 1) }, (_, index) => (first + index) * step)
}

type Entry = { label: string; colour: string }
type Room = { width: number; tokens: ChartTokens; measure: Measure }
/** A legend in one line, as much of it as fits, and its height. */
export function legend(entries: readonly Entry[], { width, tokens, measure }: Room): [Shape[], number] {
  if (entries.length < 2) return [[], 0]
  const shapes: Shape[] = []
  let [x, y] = [0, 0]
  for (const { label, colour } of entries) {
    const text = fitted(label, 140, TEXT, measure)
    const length = measure(text, TEXT) + 30
    if (x > 0 && x + length > width) [x, y] = [0, y + 18]
    if (y > 36) break
    shapes.push({ kind: 'path', d: rect(x, y + 4, 10, 10), fill: colour })
    shapes.push({ kind: 'text', x: x + 15, y: y + 13, text, size: TEXT, fill: tokens.ink })
    x += length
  }
  return [shapes, Math.min(y, 36) + 26]
}
