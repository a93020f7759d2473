import type { Random } from '../random.ts'
import { type Context, gradient } from './canvas.ts'
import { addGrain } from './grain.ts'
import { waves } from './noise.ts'

type Light = { sky: readonly string[]; ridges: readonly string[]; water: readonly string[]; shore: string; sun: string }
const lights: readonly Light[] = [
  {
    sky: ['#5f8fb5', '#a9c8d8', '#efe6d2'],
    ridges: ['#9fb4c2', '#7d99a8', '#587c82', '#36595a'],
    water: ['#c6d4d3', '#7fa6ae', '#2f5f6b'],
    shore: '#2f3a2e',
    sun: '#fff6dc',
  },
  {
    sky: ['#33527c', '#c98f7a', '#f6cf9a'],
    ridges: ['#b4929a', '#8a7488', '#5c5673', '#3a3f55'],
    water: ['#efc79d', '#9a8a96', '#3a4a66'],
    shore: '#23262c',
    sun: '#ffe9bd',
  },
  {
    sky: ['#8d9da6', '#b9c4c8', '#dfe3e0'],
    ridges: ['#b2bdc0', '#94a3a6', '#72868a', '#4d6366'],
    water: ['#cfd6d5', '#93a4a6', '#52686c'],
    shore: '#3a3f36',
    sun: '#f4f5f0',
  },
  {
    sky: ['#2f75b5', '#7fb4dc', '#dcecf2'],
    ridges: ['#a9bfcd', '#86a58f', '#5f8767', '#3d6247'],
    water: ['#a8d0d8', '#3f8fa6', '#14495f'],
    shore: '#4a4634',
    sun: '#ffffff',
  },
]

type Size = { width: number; height: number }

function ridges(ctx: Context, r: Random, { width, height }: Size, horizon: number, { ridges: colours }: Light): void {
  for (const [i, colour] of colours.entries()) {
    const line = waves(r, 10)
    const nearness = i / (colours.length - 1)
    const tall = height * (0.24 - 0.045 * i)
    const base = horizon - height * 0.15 * (1 - nearness)
    const at = (x: number) => base - tall * (0.34 + 0.5 * line((x / width) * (2.2 + i * 1.3)))
    ctx.beginPath()
    ctx.moveTo(0, horizon)
    for (let x = 0; x <= width; x += 3) ctx.lineTo(x, Math.min(horizon, at(x)))
    ctx.lineTo(width, horizon)
    ctx.fillStyle = colour
    ctx.fill()
    const mist = ctx.createLinearGradient(0, horizon - tall, 0, horizon)
    mist.addColorStop(0, 'rgba(255,255,255,0)')
    mist.addColorStop(1, `rgba(255,255,255,${0.34 * (1 - nearness) + 0.06})`)
    ctx.fillStyle = mist
    ctx.fill()
  }
}

function lake(ctx: Context, r: Random, { width, height }: Size, horizon: number, light: Light): void {
  const deep = height - horizon
  // The reflection of the far shore in the water: upside down, paler and broken by waves.
  ctx.save()
  ctx.beginPath()
  ctx.rect(0, horizon, width, deep)
  ctx.clip()
  ctx.translate(0, horizon * 2)
  ctx.scale(1, -1)
  ctx.drawImage(ctx.canvas, 0, 0, width, horizon, 0, 0, width, horizon)
  ctx.restore()
  ctx.globalAlpha = 0.72
  ctx.fillStyle = gradient(ctx, horizon, height, light.water)
  ctx.fillRect(0, horizon, width, deep)
  for (let i = 0; i < 420; i += 1) {
    const near = r.next() ** 1.8
    const y = horizon + near * deep
    ctx.globalAlpha = r.between(0.03, 0.16)
    ctx.fillStyle = r.next() < 0.5 ? light.sun : (light.water[2] ?? '')
    ctx.beginPath()
    ctx.ellipse(r.between(0, width), y, (12 + near * 130) * r.between(0.4, 1), 0.7 + near * 2.6, 0, 0, Math.PI * 2)
    ctx.fill()
  }
  ctx.globalAlpha = 1
}

function stones(ctx: Context, r: Random, { width, height }: Size, light: Light): void {
  const line = waves(r, 6)
  const top = (x: number) => height * (0.9 + 0.05 * line((x / width) * 3))
  ctx.beginPath()
  ctx.moveTo(0, height)
  for (let x = 0; x <= width; x += 6) ctx.lineTo(x, top(x))
  ctx.lineTo(width, height)
  ctx.fillStyle = light.shore
  ctx.fill()
  for (let i = 0; i < 170; i += 1) {
    const x = r.between(0, width)
    const y = r.between(top(x) - height * 0.008, height)
    const size = width * r.between(0.003, 0.016) * (0.5 + ((y / height - 0.85) / 0.15) * 1.2)
    const grey = r.whole(70, 165)
    ctx.fillStyle = `rgb(${grey} ${grey - 4} ${grey - 14})`
    ctx.beginPath()
    ctx.ellipse(x, y, size * 1.5, size * 0.8, r.between(-0.2, 0.2), 0, Math.PI * 2)
    ctx.fill()
    ctx.fillStyle = 'rgba(0,0,0,0.35)'
    ctx.beginPath()
    ctx.ellipse(x + size * 0.15, y + size * 0.36, size * 1.4, size * 0.5, 0, 0, Math.PI)
    ctx.fill()
  }
}

function reeds(ctx: Context, r: Random, { width, height }: Size, light: Light): void {
  const left = r.next() < 0.5
  for (let i = 0; i < 190; i += 1) {
    const away = r.next() ** 1.6 * 0.42
    const x = width * (left ? away : 1 - away)
    const tall = height * r.between(0.1, 0.34) * (1.1 - away * 1.6)
    const lean = r.between(-0.05, 0.16) * tall
    ctx.strokeStyle = i % 3 ? light.shore : '#6f6a3a'
    ctx.lineWidth = Math.max(1, width * 0.0017)
    ctx.beginPath()
    ctx.moveTo(x, height)
    ctx.quadraticCurveTo(x + lean * 0.2, height - tall * 0.6, x + lean, height - tall)
    ctx.stroke()
    if (i % 4) continue
    ctx.fillStyle = '#5b4630'
    ctx.beginPath()
    ctx.ellipse(x + lean, height - tall, width * 0.0022, height * 0.018, 0.15, 0, Math.PI * 2)
    ctx.fill()
  }
}

/** A lake below mountains, as one photographs it from the shore. */
export function landscape(ctx: Context, r: Random, size: Size, weather?: number): void {
  const { width, height } = size
  const light = lights[weather ?? r.whole(0, lights.length - 1)] ?? lights[0]
  if (!light) return
  const horizon = height * r.between(0.5, 0.6)
  ctx.fillStyle = gradient(ctx, 0, horizon, light.sky)
  ctx.fillRect(0, 0, width, horizon)
  const [x, y] = [width * r.between(0.2, 0.8), horizon * r.between(0.3, 0.62)]
  const glow = ctx.createRadialGradient(x, y, 0, x, y, height * 0.5)
  glow.addColorStop(0, light.sun)
  glow.addColorStop(0.06, `${light.sun}99`)
  glow.addColorStop(1, `${light.sun}00`)
  ctx.fillStyle = glow
  ctx.fillRect(0, 0, width, horizon)
  ridges(ctx, r, size, horizon, light)
  lake(ctx, r, size, horizon, light)
  stones(ctx, r, size, light)
  if (r.next() < 0.7) reeds(ctx, r, size, light)
  addGrain(ctx, width, height, 0.13)
}
