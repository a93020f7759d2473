import type { Canvas } from '@napi-rs/canvas'
import { random } from '../random.ts'
import { type Context, drawn } from './canvas.ts'

const TILE = 320
let tile: Canvas | undefined

/** Light and dark specks as a camera's sensor leaves them, drawn once; the ground between them is clear. */
function grain(): Canvas {
  const r = random('grain')
  tile ??= drawn(TILE, TILE, (ctx) => {
    const image = ctx.createImageData(TILE, TILE)
    for (let i = 0; i < image.data.length; i += 4) {
      const speck = r.normal() * 60
      const tone = speck > 0 ? 255 : 0
      image.data.set([tone, tone, tone, Math.min(255, Math.abs(speck))], i)
    }
    ctx.putImageData(image, 0, 0)
  })
  return tile
}

/** Lays grain over a picture. */
export function addGrain(ctx: Context, width: number, height: number, strength: number): void {
  ctx.save()
  // Plain layers cost a third of what blending each pixel with the picture does.
  ctx.globalAlpha = strength
  for (let y = 0; y < height; y += TILE) for (let x = 0; x < width; x += TILE) ctx.drawImage(grain(), x, y)
  ctx.restore()
}
