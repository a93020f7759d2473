import { PICTURE_BYTES_MAX } from '#contract/core/limits.ts'
import { Failure } from '#server/failure.ts'

/** Pictures waiting to be drawn: of one person, and of all together (our choice). */
export const PICTURES_WAITING = { each: 2, all: 30 } as const

/** Pictures with more pixels are refused before decoding: a cropper's output has few. */
const PIXELS_MAX = 4_000_000
/** Time limit of one drawing; seconds. */
const DRAW_S = 5
/**
 * Signatures of the three formats. Others (above all SVG, which can contain scripts) never reach the drawing library.
 */
const SIGNATURES = [/^\x89PNG\r\n/, /^\xff\xd8\xff/, /^RIFF[\s\S]{4}WEBP/]

/** Size in pixels, and the sender. */
type Wish = { width: number; height: number; bytesMax?: number; personId: string }

let line: Promise<unknown> = Promise.resolve()
const waiting = new Map<string, number>()
let length = 0
function count(personId: string, more: 1 | -1): void {
  const mine = (waiting.get(personId) ?? 0) + more
  if (mine) waiting.set(personId, mine)
  else waiting.delete(personId)
  length += more
}
/**
 * Draws one picture at a time, since each needs a thread and memory for its pixels; one person can't fill the queue.
 * Throws tooManyRequests and busy.
 */
async function oneByOne<T>(personId: string, draw: () => Promise<T>): Promise<T> {
  if ((waiting.get(personId) ?? 0) >= PICTURES_WAITING.each) throw new Failure('tooManyRequests')
  if (length >= PICTURES_WAITING.all) throw new Failure('busy')
  count(personId, 1)
  const mine = line.then(draw).finally(() => count(personId, -1))
  line = mine.catch(() => {})
  return mine
}

/**
 * Redraws a picture as a PNG of this size in pixels, which drops everything else in the file (locations, names,
 * scripts). `bytesMax` limits the uploaded file. Throws imageInvalid, tooManyRequests and busy.
 */
export async function drawPicture(
  dataUrl: string,
  { width, height, bytesMax = PICTURE_BYTES_MAX, personId }: Wish,
): Promise<Buffer> {
  const bytes = Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')
  const head = bytes.subarray(0, 16).toString('latin1')
  if (bytes.length > bytesMax || !SIGNATURES.some((signature) => signature.test(head)))
    throw new Failure('imageInvalid')
  const { default: sharp } = await import('sharp')
  try {
    return await oneByOne(personId, () =>
      sharp(bytes, { limitInputPixels: PIXELS_MAX })
        .timeout({ seconds: DRAW_S })
        .rotate()
        .resize(width, height, { fit: 'cover' })
        .png({ compressionLevel: 9 })
        .toBuffer(),
    )
  } catch (cause) {
    throw cause instanceof Failure ? cause : new Failure('imageInvalid', { cause })
  }
}
