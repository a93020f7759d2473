import { decode, decodeImage, toRGBA8 } from 'utif2'
import type { Pixels } from './field.ts'

/** Decodes a page of a TIFF with an old compression (fax, old JPEG …), which requires the complete file. */
export function readOldPage(bytes: ArrayBuffer, page: number): Pixels {
  const directories = decode(bytes)
  const directory = directories[page]
  if (!directory) throw new Error('no picture in this file')
  decodeImage(bytes, directory)
  const { width, height } = directory
  const rgba = new Uint8ClampedArray(toRGBA8(directory))
  if (!width || rgba.length !== width * height * 4) throw new Error('the picture could not be read')
  return { width, height, rgba }
}
