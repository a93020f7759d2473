import { renderAsync } from 'docx-preview'
import { removeLinks } from '../elements.ts'
import { plainSigns } from '../signs.ts'
import type { Show } from '../talk.ts'

/** A Word document page by page, as it is laid out. */
export const show: Show = async ({ root, read }) => {
  root.className = 'document'
  await renderAsync(await read(), root, root, {
    // Nothing may be fetched here, not even what the document brings along.
    useBase64URL: true,
    renderComments: false,
    experimental: true,
  })
  removeLinks(root)
  // The bullets of lists stand in its styles, which are text too.
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode()) text.nodeValue = plainSigns(text.nodeValue ?? '')
}
