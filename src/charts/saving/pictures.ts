import { type PagePicture, pictureOfPage } from '../../widgets/page-picture.ts'
import { type PdfPage, pdfOf } from './pdf.ts'

export type PictureKind = 'png' | 'svg' | 'pdf'
/** Pixels of a picture for one on the screen, and as many in a row or a column as browsers draw. */
const [SCALE, SIDE_MAX] = [2, 16_000]
const QUALITY = 0.92
/** How long charts may take until they are drawn, in milliseconds, and how often they are looked at (our choice). */
const [WAIT_MS, LOOK_MS] = [120_000, 100]
/** So often nothing may be on its way before a picture is taken. */
const CALM = 3

/** Has every card of a place drawn, also those that nobody scrolled to. */
export function allDrawn(place: HTMLElement): Promise<void> {
  dispatchEvent(new Event('beforeprint'))
  return drawnIn(place)
}

/** Resolves when every card of a place that was asked for is drawn, or it takes too long. */
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

/** Something of the page as a picture that says all that is seen there: titles, rows used, conditions. */
export function taken(element: HTMLElement) {
  const picture = pictureOfPage(element)
  const svg = svgOf(picture, getComputedStyle(element).backgroundColor)
  return {
    svg,
    png: async () => bytesOf(await pixelsOf(svg, picture), 'image/png'),
    /** The address of a picture of so many pixels in a row, which holds the picture itself. */
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
