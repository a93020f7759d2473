import { AVATAR_BYTES_MAX, AVATAR_PX } from '#contract/limits.ts'
import { Failure } from '#server/failure.ts'

/** A picture of more pixels than this is refused before it is unpacked. */
const PIXELS_MAX = 30_000_000

/**
 * A picture as we keep it: drawn again as a square PNG of AVATAR_PX, so that nothing else that was in the file (places,
 * names, scripts) stays. Throws imageInvalid.
 */
export async function drawAvatar(dataUrl: string): Promise<Buffer> {
  const bytes = Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')
  if (bytes.length > AVATAR_BYTES_MAX) throw new Failure('imageInvalid')
  const { default: sharp } = await import('sharp')
  try {
    return await sharp(bytes, { limitInputPixels: PIXELS_MAX })
      .rotate()
      .resize(AVATAR_PX, AVATAR_PX, { fit: 'cover' })
      .png({ compressionLevel: 9 })
      .toBuffer()
  } catch (cause) {
    throw new Failure('imageInvalid', { cause })
  }
}
