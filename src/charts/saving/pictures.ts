import { type PagePicture, pictureOfPage } from '../../widgets/page-picture.ts'
import { type PdfPage, pdfOf } from './pdf.ts'

export type PictureKind = 'png' | 'svg' | 'pdf'
/** Pixels of a picture per screen pixel, and the maximum width or height that browsers can draw. */
const [SCALE, SIDE_MAX] = [2, 16_000]
const QUALITY = 0.92
/** Maximum waiting time until charts are drawn, in milliseconds, and the interval of checks (our choice). */
const [WAIT_MS, LOOK_MS] = [120_000, 100]
/** Number of checks without pending charts before a picture is taken. */
const CALM = 3

/** Makes every card draw, including those outside of the visible area. */
export function allDrawn(place: HTMLElement): Promise<void> {
  dispatchEvent(new Event('beforeprint'))
  return drawnIn(place)
}

/** Resolves when every requested card is drawn, or after a maximum time. */
export async function drawnIn(place: HTMLElement): Promise<void> {
  let calm = 0
  for (let waited = 0; calm < CALM && waited < WAIT_MS; waited += LOOK_MS) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    calm = place.querySelector('.skeleton, [aria-busy="true"]') ? 0 : calm + 1
  }
}

const svgOf = ({ width, height, parts }: PagePicture, fill: string) =>
  [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="100%" height="100%" fill="${fill}"/>`,
    parts,
    '</svg>',
  ].join('')

async function pixelsOf(svg: string, { width, height }: PagePicture, most = SCALE): Promise<HTMLCanvasElement> {
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
  try {
    const image = new Image()
    image.src = address
    await image.decode()
    const scale = Math.min(most, SIDE_MAX / Math.max(width, height))
    const sheet = document.createElement('canvas')
    sheet.width = Math.round(width * scale)
    sheet.height = Math.round(height * scale)
    sheet.getContext('2d')?.drawImage(image, 0, 0, sheet.width, sheet.height)
    return sheet
  } finally {
    URL.revokeObjectURL(address)
  }
}

async function bytesOf(sheet: HTMLCanvasElement, type: string): Promise<Blob> {
  const blob = await new Promise<Blob | null>((resolve) => sheet.toBlob(resolve, type, QUALITY))
  if (!blob) throw new Error('the browser made no picture')
  return blob
}

/** A part of the page as a picture with everything visible in it: titles, rows used, conditions. */
export function taken(element: HTMLElement) {
  const picture = pictureOfPage(element)
  const svg = svgOf(picture, getComputedStyle(element).backgroundColor)
  return {
    svg,
    png: async () => bytesOf(await pixelsOf(svg, picture), 'image/png'),
    /** A data URL of a picture with a maximum width in pixels. */
    thumbnail: async (pixels: number) =>
      (await pixelsOf(svg, picture, pixels / picture.width)).toDataURL('image/webp', QUALITY),
    /** As a page of a document. */
    page: async (): Promise<PdfPage> => {
      const { width, height } = picture
      const sheet = await pixelsOf(svg, picture)
      const jpeg = new Uint8Array(await (await bytesOf(sheet, 'image/jpeg')).arrayBuffer())
      return { jpeg, pixels: { width: sheet.width, height: sheet.height }, width, height }
    },
  }
}

/** The bytes of a picture of one element. */
export async function pictureFile(element: HTMLElement, kind: PictureKind, title: string): Promise<Blob> {
  const picture = taken(element)
  if (kind === 'svg') return new Blob([picture.svg], { type: 'image/svg+xml' })
  return kind === 'png' ? picture.png() : pdfOf(title, [await picture.page()])
}
