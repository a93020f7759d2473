import { TEXT_PREVIEW_BYTES } from '#contract/core/limits.ts'
import { decode } from '../../preview/decode.ts'
import { element } from '../elements.ts'
import type { Show } from '../talk.ts'
import { wordsIn } from '../words.ts'

const MEGABYTE = 1_048_576

/** Shows an HTML page in a nested frame without scripts and without external requests. */
export const show: Show = async ({ root, read, size, language }) => {
  const isWhole = size <= TEXT_PREVIEW_BYTES
  const bytes = size ? await read(isWhole ? undefined : { from: 0, to: TEXT_PREVIEW_BYTES - 1 }) : new ArrayBuffer()
  const page = document.createElement('iframe')
  page.sandbox.value = ''
  page.className = 'page'
  page.srcdoc = decode(bytes, isWhole)
  root.className = 'html'
  root.replaceChildren(page)
  if (isWhole) return
  const text = wordsIn(language)('preview.frame.onlyBeginning', TEXT_PREVIEW_BYTES / MEGABYTE)
  root.append(element('div', { className: 'bar', text }))
}
