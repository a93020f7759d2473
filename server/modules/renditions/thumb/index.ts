import { readFile } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import { TEXT_SOURCE_BYTES, THUMB_PX, THUMB_SOURCE_BYTES, THUMB_SOURCE_PIXELS } from '#contract/core/limits.ts'
import { thumbSuffixes } from '#contract/renditions.ts'
import type { Source } from '../text/index.ts'
import { type Bitmap, bitmapOfBmp, bitmapOfIco } from './bitmap.ts'
import { drawFirstPage } from './first-page.ts'
import { frameOf } from './video.ts'

const bounds = { limitInputPixels: THUMB_SOURCE_PIXELS, failOn: 'error' } as const
/** An SVG is read into memory, so that it can't load files beside it. */
const DRAWING_BYTES = 8_388_608
const QUALITY = 78
sharp.cache(false)

const ofBitmap = (picture: Bitmap | Buffer) =>
  'rgba' in picture
    ? sharp(picture.rgba, { raw: { width: picture.width, height: picture.height, channels: 4 } })
    : sharp(picture, bounds)

/** The picture of a content in its original size; null when there is none. */
async function pictureOf({ path, size, suffix }: Source, ffmpeg: string | null): Promise<Sharp | null> {
  if (['mp4', 'm4v', 'webm', 'mov'].includes(suffix)) {
    const frame = ffmpeg ? await frameOf(ffmpeg, path) : null
    return frame && sharp(frame, bounds)
  }
  if (suffix === 'pdf') return size > TEXT_SOURCE_BYTES ? null : sharp(await drawFirstPage(await readFile(path)))
  if (size > (suffix === 'svg' ? DRAWING_BYTES : THUMB_SOURCE_BYTES)) return null
  if (suffix === 'svg') return sharp(await readFile(path), bounds)
  if (suffix === 'bmp') return ofBitmap(bitmapOfBmp(await readFile(path)))
  if (suffix === 'ico') return ofBitmap(bitmapOfIco(await readFile(path)))
  return sharp(path, bounds)
}

/** A thumbnail as WebP: only pixels, without metadata of the file (places, names). */
export async function drawThumb(source: Source, ffmpeg: string | null): Promise<Buffer | null> {
  if (!thumbSuffixes.includes(source.suffix)) return null
  const picture = await pictureOf(source, ffmpeg)
  if (!picture) return null
  // Measured values may have any range: they are stretched over the grey scale.
  if ((await picture.metadata()).depth !== 'uchar') picture.normalise()
  const size = { fit: 'inside', withoutEnlargement: true } as const
  return picture.rotate().resize(THUMB_PX, THUMB_PX, size).webp({ quality: QUALITY }).toBuffer()
}
