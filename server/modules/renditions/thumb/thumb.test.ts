import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, onTestFinished, test } from 'vitest'
import { THUMB_PX } from '#contract/core/limits.ts'
import { drawThumb } from './index.ts'

const draw = (path: string, ffmpeg: string | null = null) =>
  drawThumb({ path, size: statSync(path).size, suffix: path.split('.').at(-1)?.toLowerCase() ?? '' }, ffmpeg)
const sample = (name: string) => draw(new URL(`../../../../tests/samples/files/${name}`, import.meta.url).pathname)

function written(name: string, content: string | Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), 'ds-thumb-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}
/** Colours of a picture's corners: top left, top right, bottom left, bottom right. */
async function corners(webp: Buffer | null): Promise<string[]> {
  const { data, info } = await sharp(webp ?? Buffer.alloc(0))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => (y * info.width + x) * 4
  const places = [at(0, 0), at(info.width - 1, 0), at(0, info.height - 1), at(info.width - 1, info.height - 1)]
  const level = (value: number) => (value > 200 ? 'f' : value < 55 ? '0' : '8')
  return places.map((from) => [...data.subarray(from, from + 4)].map(level).join(''))
}

/** A bitmap of 2 x 2 blocks of colour, 8 pixels each: red green / blue white. */
function bmp(bits: 8 | 24 | 32, isTopDown = false): Buffer {
  const side = 16
  const colours = [
    [0, 0, 255],
    [0, 255, 0],
    [255, 0, 0],
    [255, 255, 255],
  ]
  const palette = bits === 8 ? Buffer.concat(colours.map((bgr) => Buffer.from([...bgr, 0]))) : Buffer.alloc(0)
  const head = Buffer.alloc(54)
  head.write('BM')
  head.writeUInt32LE(54 + palette.length, 10)
  head.writeUInt32LE(40, 14)
  head.writeInt32LE(side, 18)
  head.writeInt32LE(isTopDown ? -side : side, 22)
  head.writeUInt16LE(1, 26)
  head.writeUInt16LE(bits, 28)
  head.writeUInt32LE(palette.length / 4, 46)
  const rows = Array.from({ length: side }, (_, line) => {
    const y = isTopDown ? line : side - 1 - line
    return Buffer.concat(
      Array.from({ length: side }, (_cell, x) => {
        const index = (y < 8 ? 0 : 2) + (x < 8 ? 0 : 1)
        if (bits === 8) return Buffer.from([index])
        return Buffer.from([...(colours[index] ?? []), ...(bits === 32 ? [0] : [])])
      }),
    )
  })
  return Buffer.concat([head, palette, ...rows])
}
/** An icon of one bitmap, whose mask makes the first column of pixels a hole. */
function ico(): Buffer {
  const dib = bmp(24).subarray(14)
  dib.writeInt32LE(32, 8)
  const holes = Buffer.alloc(16 * 4)
  for (let row = 0; row < 16; row += 1) holes[row * 4] = 0x80
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.set([16, 16], 6)
  head.writeUInt32LE(dib.length + holes.length, 14)
  head.writeUInt32LE(22, 18)
  return Buffer.concat([head, dib, holes])
}

describe('a small picture', () => {
  test.each(['profile.png', 'slide.webp', 'slide.tif', 'fax.tif', 'depth.tif', 'mark.svg', 'report.pdf'])(
    'is made of %s',
    async (name) => {
      const { format, width = 0, height = 0 } = await sharp((await sample(name)) ?? undefined).metadata()
      expect(format).toBe('webp')
      expect(Math.max(width, height)).toBeLessThanOrEqual(THUMB_PX)
      expect(Math.min(width, height)).toBeGreaterThan(0)
    },
  )

  test.each([
    ['8 bits', bmp(8)],
    ['24 bits', bmp(24)],
    ['32 bits', bmp(32)],
    ['rows from the top', bmp(24, true)],
  ])('of a bitmap with %s has its colours in their places', async (_what, bytes) => {
    expect(await corners(await draw(written('a.bmp', bytes)))).toEqual(['f00f', '0f0f', '00ff', 'ffff'])
  })

  test('of an icon has its holes', async () => {
    const [left, right] = await corners(await draw(written('a.ico', ico())))
    expect(left?.at(-1)).toBe('0')
    expect(right).toBe('0f0f')
  })

  test('of measurements shows their range, not one white', async () => {
    const { stdev } = (await sharp((await sample('depth.tif')) ?? undefined).stats()).channels[0] ?? { stdev: 0 }
    expect(stdev).toBeGreaterThan(10)
  })

  test('holds nothing of what else was in the file', async () => {
    const { width, height } = { width: 40, height: 30 }
    const jpeg = await sharp({ create: { width, height, channels: 3, background: 'red' } })
      .withExif({ IFD0: { Copyright: 'Someone', ImageDescription: 'at 36.9 N' } })
      .jpeg()
      .toBuffer()
    const thumb = await draw(written('a.jpg', jpeg))
    expect((await sharp(thumb ?? undefined).metadata()).exif).toBeUndefined()
  })

  test('of a drawing shows nothing of the files beside it', async () => {
    const secret = written(
      'secret.png',
      await sharp({ create: { width: 50, height: 50, channels: 3, background: 'red' } })
        .png()
        .toBuffer(),
    )
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="50" height="50"><image xlink:href="file://${secret}" width="50" height="50"/><image href="secret.png" width="50" height="50"/></svg>`
    const path = join(secret, '..', 'a.svg')
    writeFileSync(path, svg)
    expect((await corners(await draw(path))).every((corner) => corner.endsWith('0'))).toBe(true)
  })

  test('of a video is not made without a program for it', async () => {
    expect(await sample('clip.webm')).toBeNull()
  })
})

const FFMPEG = '/usr/bin/ffmpeg'
describe.skipIf(!existsSync(FFMPEG))('of a video, by ffmpeg', () => {
  const clip = new URL('../../../../tests/samples/files/clip.webm', import.meta.url).pathname

  test('a frame is shown, also of a content without a suffix in its path', async () => {
    const content = written('content', readFileSync(clip))
    const made = await drawThumb({ path: content, size: statSync(content).size, suffix: 'webm' }, FFMPEG)
    expect(await sharp(made ?? undefined).metadata()).toMatchObject({ format: 'webp', width: 160, height: 120 })
  })

  test.each([
    ['a list of other files', (name: string) => `ffconcat version 1.0\nfile ${name}\n`],
    ['a playlist', (name: string) => `#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n${name}\n#EXT-X-ENDLIST\n`],
  ])('%s leads to no other file', async (_what, content) => {
    const path = written('a.mp4', 'x')
    writeFileSync(join(path, '..', 'other.webm'), readFileSync(clip))
    writeFileSync(path, content('other.webm'))
    await expect(draw(path, FFMPEG)).rejects.toThrow()
  })
})

describe('a hostile picture is refused', () => {
  test.each([
    [
      'more pixels than any',
      'a.png',
      async () => {
        const png = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
          .png()
          .toBuffer()
        png.writeUInt32BE(200_000, 16)
        png.writeUInt32BE(200_000, 20)
        return png
      },
    ],
    ['a bitmap cut short', 'a.bmp', async () => bmp(24).subarray(0, 200)],
    [
      'a bitmap of a strange size',
      'a.bmp',
      async () => {
        const bytes = bmp(24)
        bytes.writeInt32LE(2_000_000_000, 18)
        return bytes
      },
    ],
    ['an icon of nothing', 'a.ico', async () => Buffer.alloc(6)],
    ['no picture at all', 'a.jpg', async () => Buffer.from('nothing')],
  ])('%s', async (_what, name, bytes) => {
    await expect(draw(written(name, await bytes()))).rejects.toThrow()
  })
})
