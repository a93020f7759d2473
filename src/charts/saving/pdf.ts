/** A picture of a page of a document: a JPEG of `pixels`, shown `width` x `height` px of the screen. */
export type PdfPage = { jpeg: Uint8Array; pixels: { width: number; height: number }; width: number; height: number }

/** Points of PDF (1/72 inch) for a px of the screen (1/96 inch). */
const POINTS = 0.75
const points = (px: number) => Math.round(px * POINTS * 100) / 100
/** A text in PDF's form: UTF-16 with a byte order mark, in hexadecimal digits. */
const textOf = (text: string) =>
  `<FEFF${[...Array(text.length).keys()].map((at) => text.charCodeAt(at).toString(16).padStart(4, '0')).join('')}>`

/** A PDF document (version 1.4) with one page for each picture, in its size. */
export function pdfOf(title: string, pages: readonly PdfPage[]): Blob {
  const encoder = new TextEncoder()
  const parts: Uint8Array[] = []
  const offsets: number[] = []
  let length = 0
  const write = (part: string | Uint8Array) => {
    const bytes = typeof part === 'string' ? encoder.encode(part) : part
    parts.push(bytes)
    length += bytes.length
  }
  /** Objects are numbered from 1 in the order in which they are written. */
  const object = (dictionary: string, stream?: string | Uint8Array) => {
    offsets.push(length)
    write(`${offsets.length} 0 obj\n${dictionary}\n`)
    if (stream !== undefined) {
      write('stream\n')
      write(stream)
      write('\nendstream\n')
    }
    write('endobj\n')
  }
  const [first, each] = [4, 3]
  const pageAt = (at: number) => first + at * each
  write('%PDF-1.4\n')
  object('<< /Type /Catalog /Pages 2 0 R >>')
  object(`<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, at) => `${pageAt(at)} 0 R`).join(' ')}] >>`)
  object(`<< /Title ${textOf(title)} >>`)
  for (const [at, { jpeg, pixels, width, height }] of pages.entries()) {
    const [page, size] = [pageAt(at), `${points(width)} ${points(height)}`]
    const drawn = `q ${points(width)} 0 0 ${points(height)} 0 0 cm /P Do Q`
    object(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${size}] /Resources << /XObject << /P ${page + 2} 0 R >> >> /Contents ${page + 1} 0 R >>`,
    )
    object(`<< /Length ${drawn.length} >>`, drawn)
    object(
      `<< /Type /XObject /Subtype /Image /Width ${pixels.width} /Height ${pixels.height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.length} >>`,
      jpeg,
    )
  }
  const table = length
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  write(`xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${rows}`)
  write(`trailer\n<< /Size ${offsets.length + 1} /Root 1 0 R /Info 3 0 R >>\nstartxref\n${table}\n%%EOF\n`)
  return new Blob(parts as BlobPart[], { type: 'application/pdf' })
}
