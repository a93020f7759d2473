import { readFile } from 'node:fs/promises'
import { TEXT_INDEX_BYTES, TEXT_SOURCE_BYTES } from '#contract/core/limits.ts'
import { openPdf } from '../pdf.ts'
import { type Reader, tidied } from './text.ts'

/** Time limit: of a long book only the first pages are read; milliseconds. */
const READ_MS = 12_000

/** The words of a document, page by page. */
export const readPdf: Reader = async ({ path, size }) => {
  if (size > TEXT_SOURCE_BYTES) return null
  const pdf = await openPdf(await readFile(path))
  const until = performance.now() + READ_MS
  const words: string[] = []
  let length = 0
  let page = 1
  for (; page <= pdf.numPages && length < TEXT_INDEX_BYTES && performance.now() < until; page += 1) {
    const { items } = await (await pdf.getPage(page)).getTextContent()
    for (const item of items) {
      if (!('str' in item)) continue
      words.push(item.str, item.hasEOL ? '\n' : '')
      length += item.str.length
    }
    words.push('\n\n')
  }
  await pdf.loadingTask.destroy()
  return tidied(words.join(''), [], page > pdf.numPages)
}
