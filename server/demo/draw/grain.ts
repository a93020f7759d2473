import type { Canvas } from '@napi-rs/canvas'
import { random } from '../random.ts'
import { type Context, drawn } from './canvas.ts'

const TILE = 320
let tile: Canvas | undefined

/** Grey specks as a camera's sensor leaves them, drawn once. */
function grain(): Canvas {
  const r = random('grain')
  tile ??= drawn(TILE, TILE, (ctx) => {
    const image = ctx.createImageData(TILE, TILE)
    for (let i = 0; i < image.data.length; i += 4)
      image.data.set([128 + r.normal() * 60, 128 + r.normal() * 60, 128 + r.normal() * 60, 255], i)
    ctx.putImageData(image, 0, 0)
  })
  return tile
}

/** Lays grain over a picture. */
export function addGrain(ctx: Context, width: number, height: number, strength: number): void {
  ctx.save()
  ctx.globalAlpha = strength
  ctx.globalCompositeOperation = 'overlay'
  ctx.fillStyle = ctx.createPattern(grain(), 'repeat')
  ctx.fillRect(0, 0, width, height)
  ctx.restore()
}
