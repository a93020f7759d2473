import type { Random } from '../random.ts'
import { type Context, font } from './canvas.ts'
import { addGrain } from './grain.ts'

type Size = { width: number; height: number }
const GLASS = 'rgba(214,232,226,'

/** A round valve: rings of fine ribs around the middle. */
function centric(ctx: Context, r: Random, radius: number): void {
  const ribs = r.whole(34, 72)
  ctx.fillStyle = `${GLASS}0.16)`
  ctx.beginPath()
  ctx.arc(0, 0, radius, 0, Math.PI * 2)
  ctx.fill()
  ctx.strokeStyle = `${GLASS}0.75)`
  ctx.lineWidth = radius * 0.035
  ctx.stroke()
  ctx.strokeStyle = `${GLASS}0.42)`
  ctx.lineWidth = Math.max(0.7, radius * 0.012)
  for (let i = 0; i < ribs; i += 1) {
    const angle = (i / ribs) * Math.PI * 2
    ctx.beginPath()
    ctx.moveTo(Math.cos(angle) * radius * 0.46, Math.sin(angle) * radius * 0.46)
    ctx.lineTo(Math.cos(angle) * radius * 0.95, Math.sin(angle) * radius * 0.95)
    ctx.stroke()
  }
  ctx.fillStyle = `${GLASS}0.5)`
  for (let i = 0; i < 40; i += 1) {
    const [angle, away] = [r.between(0, 6.3), r.next() ** 0.5 * radius * 0.4]
    ctx.beginPath()
    ctx.arc(Math.cos(angle) * away, Math.sin(angle) * away, radius * 0.016, 0, Math.PI * 2)
    ctx.fill()
  }
}

/** A long valve: a boat with ribs and a slit along its middle. */
function pennate(ctx: Context, r: Random, long: number): void {
  const wide = long * r.between(0.16, 0.34)
  const half = (x: number) => wide * (1 - (x / long) ** 2) ** r0
  const r0 = r.between(0.5, 0.95)
  ctx.beginPath()
  for (let x = -long; x <= long; x += long / 40) ctx.lineTo(x, -half(x))
  for (let x = long; x >= -long; x -= long / 40) ctx.lineTo(x, half(x))
  ctx.closePath()
  ctx.fillStyle = `${GLASS}0.17)`
  ctx.fill()
  ctx.strokeStyle = `${GLASS}0.8)`
  ctx.lineWidth = Math.max(1, long * 0.014)
  ctx.stroke()
  ctx.strokeStyle = `${GLASS}0.4)`
  ctx.lineWidth = Math.max(0.6, long * 0.006)
  for (let x = -long * 0.94; x < long * 0.95; x += long * 0.032) {
    for (const side of [-1, 1]) {
      ctx.beginPath()
      ctx.moveTo(x, side * half(x) * 0.94)
      ctx.lineTo(x - Math.sign(x) * long * 0.012, side * half(x) * 0.22)
      ctx.stroke()
    }
  }
  ctx.strokeStyle = `${GLASS}0.85)`
  ctx.beginPath()
  ctx.moveTo(-long * 0.9, 0)
  ctx.lineTo(-long * 0.07, 0)
  ctx.moveTo(long * 0.07, 0)
  ctx.lineTo(long * 0.9, 0)
  ctx.stroke()
}

/** Diatoms under the microscope, with a scale bar. */
export function micrograph(ctx: Context, r: Random, { width, height }: Size, scale = ''): void {
  const light = ctx.createRadialGradient(width / 2, height / 2, 0, width / 2, height / 2, width * 0.62)
  const [inner, outer] = r.pick([
    ['#31544f', '#0b1817'],
    ['#3d4c63', '#0d131d'],
    ['#5a5142', '#15120d'],
  ])
  light.addColorStop(0, inner ?? '')
  light.addColorStop(1, outer ?? '')
  ctx.fillStyle = light
  ctx.fillRect(0, 0, width, height)
  for (let i = 0; i < 16; i += 1) {
    ctx.save()
    ctx.translate(r.between(0, width), r.between(0, height))
    ctx.rotate(r.between(0, Math.PI * 2))
    ctx.globalAlpha = i < 5 ? 0.3 : r.between(0.7, 1)
    const size = width * (i < 5 ? r.between(0.02, 0.05) : r.between(0.035, 0.13))
    if (r.next() < 0.42) centric(ctx, r, size * 0.72)
    else pennate(ctx, r, size)
    ctx.restore()
  }
  addGrain(ctx, width, height, 0.2)
  if (!scale) return
  ctx.fillStyle = '#f2f6f4'
  ctx.fillRect(width * 0.8, height * 0.93, width * 0.15, Math.max(2, height * 0.007))
  ctx.font = font(width * 0.022, 500)
  ctx.fillText(scale, width * 0.8, height * 0.915)
}
