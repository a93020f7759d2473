import MarkdownIt from 'markdown-it'
import { README_NESTING_MAX } from '#contract/core/limits.ts'
import { besides } from '#contract/core/link.ts'

/** Maximum length of a rendered README's HTML in characters; beyond it the plain text is shown (our choice). */
export const README_HTML_MAX = 400_000

/** HTML in the text is shown as text. The page has its own heading, so the text's headings are lowered. */
const markdown = new MarkdownIt({ html: false, linkify: true, maxNesting: README_NESTING_MAX })
const { rules } = markdown.renderer
for (const rule of ['heading_open', 'heading_close'] as const)
  rules[rule] = (tokens, at, options, _env, self) => {
    const token = tokens[at]
    if (token) token.tag = `h${Math.min(6, Number(token.tag.slice(1)) + 1)}`
    return self.renderToken(tokens, at, options)
  }
/** Links to other sites open in a new tab without a referrer; relative links lose their address. */
rules.link_open = (tokens, at, options, _env, self) => {
  const token = tokens[at]
  const href = String(token?.attrGet('href') ?? '')
  if (token) token.attrs = /^(https?:|mailto:)/i.test(href) ? Object.entries({ href, ...besides(href) }) : []
  return self.renderToken(tokens, at, options)
}
/** Loading an external picture would reveal the reader to its site, so its alternative text is shown instead. */
const drawImage = rules.image
rules.image = (tokens, at, options, env, self) => {
  const token = tokens[at]
  if (/^data:image\//i.test(String(token?.attrGet('src') ?? '')) && drawImage)
    return drawImage(tokens, at, options, env, self)
  return markdown.utils.escapeHtml(token?.content ?? '')
}

/** Renders a text as safe HTML; as plain text when its markup would grow far beyond the text. */
export function markdownToHtml(text: string): string {
  const html = markdown.render(text)
  return html.length <= README_HTML_MAX ? html : `<pre>${markdown.utils.escapeHtml(text)}</pre>\n`
}
