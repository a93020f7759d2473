import MarkdownIt from 'markdown-it'
import { README_NESTING_MAX } from '#contract/core/limits.ts'
import { besides } from '#contract/core/link.ts'

/** HTML that a README may become, in characters; beyond it the text shows as it was written (our choice). */
export const README_HTML_MAX = 400_000

/** Markup of its own is shown as text. The page has a heading already, so those of the text go below it. */
const markdown = new MarkdownIt({ html: false, linkify: true, maxNesting: README_NESTING_MAX })
const { rules } = markdown.renderer
for (const rule of ['heading_open', 'heading_close'] as const)
  rules[rule] = (tokens, at, options, _env, self) => {
    const token = tokens[at]
    if (token) token.tag = `h${Math.min(6, Number(token.tag.slice(1)) + 1)}`
    return self.renderToken(tokens, at, options)
  }
/** Other sites open beside ours and learn nothing of the reader; a path of the text leads nowhere here. */
rules.link_open = (tokens, at, options, _env, self) => {
  const token = tokens[at]
  const href = String(token?.attrGet('href') ?? '')
  if (token) token.attrs = /^(https?:|mailto:)/i.test(href) ? Object.entries({ href, ...besides(href) }) : []
  return self.renderToken(tokens, at, options)
}
/** A picture elsewhere would reveal to that site who reads: its words stand in its place. */
const drawImage = rules.image
rules.image = (tokens, at, options, env, self) => {
  const token = tokens[at]
  if (/^data:image\//i.test(String(token?.attrGet('src') ?? '')) && drawImage)
    return drawImage(tokens, at, options, env, self)
  return markdown.utils.escapeHtml(token?.content ?? '')
}

/** A text as sanitised HTML; as it was written where its markup makes far more of it than there is to read. */
export function markdownToHtml(text: string): string {
  const html = markdown.render(text)
  return html.length <= README_HTML_MAX ? html : `<pre>${markdown.utils.escapeHtml(text)}</pre>\n`
}
