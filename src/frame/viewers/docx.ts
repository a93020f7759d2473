import { renderAsync } from 'docx-preview'
import { removeLinks } from '../elements.ts'
import { plainSigns } from '../signs.ts'
import type { Show } from '../talk.ts'

/** Shows a Word document page by page in its layout. */
export const show: Show = async ({ root, read }) => {
  root.className = 'document'
  await renderAsync(await read(), root, root, {
    // The frame may not fetch anything, so embedded resources must be data URLs.
    useBase64URL: true,
    renderComments: false,
    experimental: true,
  })
  removeLinks(root)
  // List bullets are in the style sheets, whose texts are walked too.
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode()) text.nodeValue = plainSigns(text.nodeValue ?? '')
}
