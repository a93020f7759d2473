import DOMPurify from 'dompurify'
import MarkdownIt from 'markdown-it'

const markdown = new MarkdownIt({ html: false, linkify: true, typographer: false })

/** Renders Markdown as sanitized HTML without scripts or external resources: external pictures become links. */
export function markdownHtml(text: string): string {
  const clean = DOMPurify.sanitize(markdown.render(text), {
    FORBID_TAGS: ['style', 'form', 'input', 'iframe'],
    FORBID_ATTR: ['style'],
  })
  const page = new DOMParser().parseFromString(clean, 'text/html')
  for (const image of page.querySelectorAll('img')) {
    const link = page.createElement('a')
    link.href = image.src
    link.textContent = image.alt || image.src
    image.replaceWith(link)
  }
  for (const link of page.querySelectorAll('a')) {
    link.target = '_blank'
    link.rel = 'noopener noreferrer nofollow'
  }
  return page.body.innerHTML
}
