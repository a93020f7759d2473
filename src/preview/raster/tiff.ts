import { GeoTIFF, type GeoTIFFImage } from 'geotiff'
import { RASTER_PREVIEW_POINTS } from '#contract/core/limits.ts'
import type { RangeFile } from '../ranges.ts'
import type { Field, Pixels } from './field.ts'

/** A page of a TIFF: the image and its smaller overviews, largest first. */
export type TiffPage = { sizes: GeoTIFFImage[] }
/** A decoded page: the numbers of one band or a colour picture, and the part of the page that it covers. */
export type TiffPart = { field?: Field; pixels?: Pixels; part: 'whole' | 'overview' | 'middle' }

const REDUCED = 1
const [RGB, PALETTE, CMYK, YCBCR, LAB] = [2, 3, 5, 6, 8]
const coloured = new Set([RGB, PALETTE, CMYK, YCBCR, LAB])
const tagOf = (image: GeoTIFFImage, name: 'NewSubfileType' | 'PhotometricInterpretation') =>
  Number(image.fileDirectory.hasTag(name) ? image.fileDirectory.getValue(name) : 0)

/** Reads the directories of a TIFF by ranges; overviews are assigned to their page. */
export async function openTiff(file: RangeFile): Promise<TiffPage[]> {
  const fetchSlice = async ({ offset, length }: { offset: number; length: number }) => ({
    offset,
    length,
    data: (await file.read(offset, offset + length)).buffer,
  })
  const tiff = await GeoTIFF.fromSource({
    fetchSlice,
    fetch: (slices) => Promise.all(slices.map(async (slice) => (await fetchSlice(slice)).data)),
    fileSize: file.size,
    close: async () => undefined,
  })
  const pages: TiffPage[] = []
  for (let i = 0; i < (await tiff.getImageCount()); i += 1) {
    const image = await tiff.getImage(i)
    const last = pages.at(-1)
    if (tagOf(image, 'NewSubfileType') & REDUCED && last) last.sizes.push(image)
    else pages.push({ sizes: [image] })
  }
  return pages
}

const pointsOf = (image: GeoTIFFImage) => image.getWidth() * image.getHeight()

/** The largest size that may be read completely; otherwise a window in the middle of the smallest one. */
function choose({ sizes }: TiffPage) {
  const sorted = sizes.toSorted((a, b) => pointsOf(b) - pointsOf(a))
  const fitting = sorted.find((image) => pointsOf(image) <= RASTER_PREVIEW_POINTS)
  if (fitting) return { image: fitting, part: fitting === sorted[0] ? ('whole' as const) : ('overview' as const) }
  const image = sorted.at(-1)
  if (!image) throw new Error('no picture in this file')
  const side = Math.floor(Math.sqrt(RASTER_PREVIEW_POINTS))
  const [width, height] = [Math.min(side, image.getWidth()), Math.min(side, image.getHeight())]
  const [left, top] = [Math.floor((image.getWidth() - width) / 2), Math.floor((image.getHeight() - height) / 2)]
  return { image, part: 'middle' as const, window: [left, top, left + width, top + height] }
}

/** Whether a page is a colour picture rather than bands of measurements. */
export const isColoured = (image: GeoTIFFImage): boolean =>
  coloured.has(tagOf(image, 'PhotometricInterpretation')) && image.getBitsPerSample() <= 16

async function readColours(image: GeoTIFFImage, window: number[] | undefined): Promise<Pixels> {
  const rgb = await image.readRGB({ interleave: true, ...(window && { window }) })
  const { width, height } = rgb
  const deep = image.getBitsPerSample() > 8 && rgb instanceof Uint16Array ? 256 : 1
  const rgba = new Uint8ClampedArray(width * height * 4)
  for (let i = 0; i < width * height; i += 1) {
    for (let part = 0; part < 3; part += 1) rgba[i * 4 + part] = (rgb[i * 3 + part] ?? 0) / deep
    rgba[i * 4 + 3] = 255
  }
  return { width, height, rgba }
}

/** Reads a page: its colours, or the values of one band. */
export async function readPage(page: TiffPage, band: number): Promise<TiffPart> {
  const { image, part, window } = choose(page)
  if (isColoured(image)) return { pixels: await readColours(image, window), part }
  const [read] = await image.readRasters({ samples: [band], ...(window && { window }) })
  if (!read) throw new Error('no such band')
  const [width, height] = window
    ? [(window[2] ?? 0) - (window[0] ?? 0), (window[3] ?? 0) - (window[1] ?? 0)]
    : [image.getWidth(), image.getHeight()]
  const nothing = image.getGDALNoData()
  const values = Float64Array.from(read as ArrayLike<number>, (value) => (value === nothing ? Number.NaN : value))
  return { field: { width, height, values }, part }
}

/** Whether reading failed because of an unsupported compression rather than a damaged file. */
export const isUnknown = (failure: unknown): boolean => failure instanceof Error && /compression/.test(failure.message)

/** The coordinate system and bounding box of a page; null if it is not georeferenced. */
export function placeOf(image: GeoTIFFImage): { system: string; box: number[] } | null {
  const keys = image.getGeoKeys()
  if (!keys) return null
  const code = keys.ProjectedCSTypeGeoKey ?? keys.GeographicTypeGeoKey
  const name = keys.GTCitationGeoKey ?? keys.GeogCitationGeoKey ?? ''
  const system = [code && `EPSG:${code}`, String(name).replace(/\|+$/, '')].filter(Boolean).join(' · ')
  try {
    return { system, box: image.getBoundingBox() }
  } catch {
    // A coordinate system without a position.
    return null
  }
}
