import { PICTURE_BYTES_MAX } from '#contract/limits.ts'
import { Failure } from '#server/failure.ts'

/** A picture of more pixels than this is refused before it is unpacked: a cropper's output has few. */
const PIXELS_MAX = 16_000_000
/** What a drawing may take. */
const DRAW_S = 5
/** How the three formats begin. Others (SVG above all, which is a program) never reach the drawing library. */
const MARKS = [/^\x89PNG\r\n/, /^\xff\xd8\xff/, /^RIFF[\s\S]{4}WEBP/]

let line: Promise<unknown> = Promise.resolve()
/** One picture at a time: each takes a thread and its pixels in memory. */
function oneByOne<T>(draw: () => Promise<T>): Promise<T> {
  const mine = line.then(draw)
  line = mine.catch(() => {})
  return mine
}

/**
 * A picture as we keep it: drawn again as a PNG of this size in pixels, so that nothing else that was in the file (places,
 * names, scripts) stays. `bytesMax` bounds the file that comes. Throws imageInvalid.
 */
export async function drawPicture(
  dataUrl: string,
  { width, height, bytesMax = PICTURE_BYTES_MAX }: { width: number; height: number; bytesMax?: number },
): Promise<Buffer> {
  const bytes = Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')
  const head = bytes.subarray(0, 16).toString('latin1')
  if (bytes.length > bytesMax || !MARKS.some((mark) => mark.test(head))) throw new Failure('imageInvalid')
  const { default: sharp } = await import('sharp')
  try {
    return await oneByOne(() =>
      sharp(bytes, { limitInputPixels: PIXELS_MAX })
        .timeout({ seconds: DRAW_S })
        .rotate()
        .resize(width, height, { fit: 'cover' })
        .png({ compressionLevel: 9 })
        .toBuffer(),
    )
  } catch (cause) {
    throw new Failure('imageInvalid', { cause })
  }
}
