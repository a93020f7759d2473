import { createRequire } from 'node:module'
import { dirname } from 'node:path'

/** Opens a document. Without the character maps, many Chinese documents have no readable text. */
export async function openPdf(bytes: Uint8Array) {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const parts = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
  return getDocument({
    data: new Uint8Array(bytes),
    cMapUrl: `${parts}/cmaps/`,
    standardFontDataUrl: `${parts}/standard_fonts/`,
    wasmUrl: `${parts}/wasm/`,
    verbosity: 0,
  }).promise
}
