import sharp from 'sharp'
import { expect, test } from 'vitest'
import { pixelsOf } from './pixels.ts'

const picture = sharp({ create: { width: 371, height: 229, channels: 3, background: '#0f766e' } })

test.each(['png', 'jpeg', 'gif', 'webp'] as const)('width and height of a %s are in its header', async (format) => {
  expect(pixelsOf(await picture.clone().toFormat(format).toBuffer())).toEqual({ width: 371, height: 229 })
})

test('a WebP without loss or with an alpha channel is read too', async () => {
  expect(pixelsOf(await picture.clone().webp({ lossless: true }).toBuffer())).toEqual({ width: 371, height: 229 })
  const clear = sharp({ create: { width: 5, height: 7, channels: 4, background: { r: 1, g: 2, b: 3, alpha: 0.5 } } })
  expect(pixelsOf(await clear.webp().toBuffer())).toEqual({ width: 5, height: 7 })
})

test('a BMP that is stored from the top down has its height', () => {
  const bytes = Buffer.alloc(54)
  bytes.write('BM')
  bytes.writeInt32LE(640, 18)
  bytes.writeInt32LE(-480, 22)
  expect(pixelsOf(bytes)).toEqual({ width: 640, height: 480 })
})

test.each([
  ['nothing', Buffer.alloc(0)],
  ['a text', Buffer.from('GIF is a format, and this is not one of them')],
  ['a JPEG that was cut', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, ...Array(40).fill(0)])],
])('%s has none', (_what, bytes) => expect(pixelsOf(bytes)).toBeNull())
