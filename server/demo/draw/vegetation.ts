import type { Random } from '../random.ts'
import { type Context, drawn, font } from './canvas.ts'
import { addGrain } from './grain.ts'
import { waves } from './noise.ts'

type Size = { width: number; height: number }
const STONES = 280

/** A frame of half a metre on the stones of the shore, seen from above; `cover` is the share of algae. */
export function quadrat(ctx: Context, r: Random, { width, height }: Size, label: string, cover: number): void {
  ctx.fillStyle = '#4c4a40'
  ctx.fillRect(0, 0, width, height)
  const patch = waves(r, 8)
  for (let i = 0; i < STONES; i += 1) {
    const size = width * (0.018 + 0.064 * r.next() ** 2.4) * (1 - (i / STONES) * 0.4)
    const [x, y] = [r.between(0, width), r.between(0, height)]
    const tilt = r.between(0, Math.PI)
    const [flat, warm, grey] = [r.between(0.55, 0.95), r.between(-10, 16), r.whole(86, 176)]
    const isGreen = patch((x / width) * 5, (y / height) * 4) > 1.1 - cover * 2
    const colour = isGreen ? [grey * 0.5, grey * 0.72, grey * 0.36] : [grey + warm, grey, grey - warm]
    ctx.fillStyle = 'rgba(12,14,12,0.45)'
    ctx.beginPath()
    ctx.ellipse(x + size * 0.12, y + size * 0.16, size * 1.04, size * flat * 1.04, tilt, 0, Math.PI * 2)
    ctx.fill()
    ctx.fillStyle = `rgb(${colour.map(Math.round).join(' ')})`
    ctx.beginPath()
    ctx.ellipse(x, y, size, size * flat, tilt, 0, Math.PI * 2)
    ctx.fill()
    ctx.fillStyle = 'rgba(255,255,245,0.13)'
    ctx.beginPath()
    ctx.ellipse(x - size * 0.22, y - size * 0.24, size * 0.56, size * flat * 0.46, tilt, 0, Math.PI * 2)
    ctx.fill()
  }
  frame(ctx, { width, height })
  ctx.fillStyle = 'rgba(250,250,245,0.94)'
  ctx.fillRect(width * 0.03, height * 0.05, width * 0.19, height * 0.085)
  ctx.fillStyle = '#20302d'
  ctx.font = font(width * 0.026, 600)
  ctx.fillText(label, width * 0.042, height * 0.106)
  addGrain(ctx, width, height, 0.14)
}

function frame(ctx: Context, { width, height }: Size): void {
  const side = height * 0.84
  const [left, top] = [(width - side) / 2, (height - side) / 2]
  ctx.strokeStyle = 'rgba(255,255,255,0.55)'
  ctx.lineWidth = 1.5
  for (let i = 1; i < 5; i += 1) {
    ctx.beginPath()
    ctx.moveTo(left + (side * i) / 5, top)
    ctx.lineTo(left + (side * i) / 5, top + side)
    ctx.moveTo(left, top + (side * i) / 5)
    ctx.lineTo(left + side, top + (side * i) / 5)
    ctx.stroke()
  }
  ctx.lineWidth = height * 0.022
  ctx.strokeStyle = 'rgba(20,24,22,0.4)'
  ctx.strokeRect(left + 5, top + 7, side, side)
  ctx.strokeStyle = '#eef0ea'
  ctx.strokeRect(left, top, side, side)
}

/** A shore from a hundred metres above: deep and shallow water, sand, grass and shrubs. */
export function aerial(ctx: Context, r: Random, { width, height }: Size): void {
  const coast = waves(r, 7)
  const patch = waves(r, 5)
  const cell = Math.max(2, Math.round(width / 180))
  const turn = r.between(-0.5, 0.5)
  const [columns, rows] = [Math.ceil(width / cell), Math.ceil(height / cell)]
  const ground = drawn(columns, rows, (small) => {
    const image = small.createImageData(columns, rows)
    for (let at = 0; at < columns * rows; at += 1) {
      const [u, v] = [((at % columns) * cell) / width, (Math.floor(at / columns) * cell) / height]
      const inland = (v - 0.5 + turn * (u - 0.5)) * 2.4 + coast(u * 3, v * 1.5) * 0.26
      image.data.set([...colourOf(inland, patch(u * 14, v * 14), r.between(-5, 5)), 255], at * 4)
    }
    small.putImageData(image, 0, 0)
  })
  ctx.drawImage(ground, 0, 0, columns * cell, rows * cell)
  for (let i = 0; i < 420; i += 1) {
    const [u, v] = [r.next(), r.next()]
    const inland = (v - 0.5 + turn * (u - 0.5)) * 2.4 + coast(u * 3, v * 1.5) * 0.26
    if (inland < 0.2 || patch(u * 14, v * 14) < 0) continue
    const size = width * r.between(0.003, 0.009)
    ctx.fillStyle = 'rgba(20,30,16,0.5)'
    ctx.beginPath()
    ctx.arc(u * width + size * 0.5, v * height + size * 0.5, size, 0, Math.PI * 2)
    ctx.fill()
    ctx.fillStyle = r.pick(['#3f5a33', '#4d6b3a', '#5c7443', '#38502f'])
    ctx.beginPath()
    ctx.arc(u * width, v * height, size, 0, Math.PI * 2)
    ctx.fill()
  }
  addGrain(ctx, width, height, 0.12)
}

function colourOf(inland: number, rough: number, speck: number): number[] {
  const mix = (from: readonly number[], to: readonly number[], part: number) =>
    from.map((value, i) => value + ((to[i] ?? 0) - value) * Math.max(0, Math.min(1, part)) + speck)
  if (inland < -0.06) return mix([96, 166, 160], [22, 66, 92], (-inland - 0.06) / 0.7 + rough * 0.05)
  if (inland < 0.08) return mix([120, 172, 158], [206, 192, 152], (inland + 0.06) / 0.12)
  return mix([186, 176, 130], [96, 122, 66], (inland - 0.08) / 0.5 + rough * 0.4)
}
