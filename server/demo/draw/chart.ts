import { type Context, font } from './canvas.ts'
import { css, SERIES, water } from './colours.ts'

export type Range = readonly [from: number, to: number]
type Series = { name: string; points: readonly (readonly [x: number, y: number])[] }
type Frame = { title: string; x: string; y: string; xRange: Range; yRange: Range; isDepth?: boolean }
type Box = { left: number; top: number; width: number; height: number }

const [INK, FAINT, PAPER] = ['#1d2b29', '#d5ddda', '#ffffff']
const TICKS = 5

/** Round steps that cover a range. */
function ticksOf([from, to]: Range): number[] {
  const rough = (to - from) / TICKS
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= rough) ?? rough
  const first = Math.ceil(from / step)
  return Array.from({ length: Math.floor(to / step) - first + 1 }, (_, i) => Number(((first + i) * step).toFixed(6)))
}

/** Axes, grid and titles in a box of the page; returns functions that map values to positions. */
function axes(ctx: Context, box: Box, frame: Frame) {
  const size = Math.max(9, Math.min(15, box.width / 44))
  const [left, top] = [box.left + size * 4.2, box.top + size * 2.6]
  const [width, height] = [box.width - size * 5.4, box.height - size * 6]
  const share = (value: number, [from, to]: Range) => (value - from) / (to - from)
  const xOf = (value: number) => left + share(value, frame.xRange) * width
  const yOf = (value: number) =>
    top + (frame.isDepth ? share(value, frame.yRange) : 1 - share(value, frame.yRange)) * height
  ctx.fillStyle = PAPER
  ctx.fillRect(box.left, box.top, box.width, box.height)
  ctx.lineWidth = 1
  ctx.textAlign = 'center'
  const label = (text: string, x: number, y: number, weight = 400) => {
    ctx.fillStyle = INK
    ctx.font = font(size, weight)
    ctx.fillText(text, x, y)
  }
  const line = (x1: number, y1: number, x2: number, y2: number, colour: string) => {
    ctx.strokeStyle = colour
    ctx.beginPath()
    ctx.moveTo(x1, y1)
    ctx.lineTo(x2, y2)
    ctx.stroke()
  }
  for (const tick of ticksOf(frame.xRange)) {
    line(xOf(tick), top, xOf(tick), top + height, FAINT)
    label(String(tick), xOf(tick), top + height + size * 1.5)
  }
  ctx.textAlign = 'right'
  for (const tick of ticksOf(frame.yRange)) {
    line(left, yOf(tick), left + width, yOf(tick), FAINT)
    label(String(tick), left - size * 0.6, yOf(tick) + size * 0.35)
  }
  ctx.textAlign = 'center'
  label(frame.x, left + width / 2, top + height + size * 3)
  ctx.save()
  ctx.translate(box.left + size * 1.2, top + height / 2)
  ctx.rotate(-Math.PI / 2)
  label(frame.y, 0, 0)
  ctx.restore()
  ctx.textAlign = 'left'
  label(frame.title, left, box.top + size * 1.6, 600)
  return { xOf, yOf, left, top, width, height, size }
}

/** Lines over a common axis, with their names where they end. */
export function lineChart(ctx: Context, box: Box, frame: Frame, series: readonly Series[]): void {
  const { xOf, yOf, left, top, width, size } = axes(ctx, box, frame)
  for (const [i, { name, points }] of series.entries()) {
    const colour = SERIES[i % SERIES.length] ?? INK
    ctx.strokeStyle = colour
    ctx.lineWidth = 2
    ctx.lineJoin = 'round'
    ctx.beginPath()
    for (const [x, y] of points) ctx.lineTo(xOf(x), yOf(y))
    ctx.stroke()
    ctx.font = font(size, 500)
    ctx.fillStyle = colour
    ctx.textAlign = 'right'
    ctx.fillText(name, left + width - size * 0.6, top + size * (1.6 + i * 1.4))
    ctx.textAlign = 'left'
  }
}

/** A field of values by columns and rows in colours from cold to warm. */
export function fieldChart(
  ctx: Context,
  box: Box,
  frame: Frame,
  {
    columns,
    rows,
    at,
    range,
  }: { columns: number; rows: number; at: (column: number, row: number) => number; range: Range },
): void {
  const { left, top, width, height } = axes(ctx, box, frame)
  const [across, down] = [width / columns, height / rows]
  for (let column = 0; column < columns; column += 1) {
    for (let row = 0; row < rows; row += 1) {
      ctx.fillStyle = css(water((at(column, row) - range[0]) / (range[1] - range[0])))
      ctx.fillRect(left + column * across, top + row * down, across + 0.6, down + 0.6)
    }
  }
}

/** Bars with their names below. */
export function barChart(
  ctx: Context,
  box: Box,
  frame: Omit<Frame, 'xRange'>,
  bars: readonly Series['points'][number][],
  names: readonly string[],
): void {
  const { xOf, yOf, top, height, size } = axes(ctx, box, { ...frame, xRange: [0.5, bars.length + 0.5] })
  const wide = (xOf(2) - xOf(1)) * 0.62
  ctx.fillStyle = PAPER
  ctx.fillRect(box.left, top + height + 1, box.width, size * 1.9)
  for (const [i, [x, y]] of bars.entries()) {
    ctx.fillStyle = SERIES[0]
    ctx.fillRect(xOf(x) - wide / 2, yOf(y), wide, top + height - yOf(y))
    ctx.fillStyle = INK
    ctx.textAlign = 'center'
    ctx.font = font(size * 0.86)
    ctx.fillText(names[i] ?? '', xOf(x), top + height + size * 1.5)
  }
  ctx.textAlign = 'left'
}
