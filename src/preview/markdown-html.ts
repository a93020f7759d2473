import DOMPurify from 'dompurify'
import MarkdownIt from 'markdown-it'
import { MATH, withMath } from './math-rules.ts'

const markdown = withMath(new MarkdownIt({ html: false, linkify: true, typographer: false }))

/**
 * Renders Markdown as sanitized HTML without scripts or external resources: external pictures become links. Formulas
 * are drawn after that, from their text alone.
 */
export async function markdownHtml(text: string): Promise<string> {
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
  for (const item of page.querySelectorAll('li')) tickTask(item)
  for (const link of page.querySelectorAll('a')) {
    link.target = '_blank'
    link.rel = 'noopener noreferrer nofollow'
  }
  if (page.querySelector(`span.${MATH}`)) (await import('./math.ts')).drawMath(page)
  return page.body.innerHTML
}

/** Draws the box of an entry of a task list, which may not be one that can be clicked. */
function tickTask(item: Element): void {
  const [first] = (item.firstElementChild?.tagName === 'P' ? item.firstElementChild : item).childNodes
  const [box, mark] = /^\s*\[([ xX])\] /.exec(first?.textContent ?? '') ?? []
  if (!box || first?.nodeType !== Node.TEXT_NODE) return
  first.textContent = `${mark === ' ' ? '☐' : '☑'} ${first.textContent?.slice(box.length)}`
  item.classList.add('task-item')
}
