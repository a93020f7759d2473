import { describe, expect, test } from 'vitest'
import { README_BYTES_MAX, README_NESTING_MAX } from '#contract/core/limits.ts'
import { markdownToHtml, README_HTML_MAX } from './markdown.ts'

/** A text as long as a README may be, made by repeating a piece. */
const full = (piece: string, start = '') => start + piece.repeat((README_BYTES_MAX - start.length) / piece.length)

describe('a text that is written to become very much', () => {
  test.each([
    ['cells without end', full('|a')],
    ['rows of one cell', full('|a\n', '|a|\n|-|\n')],
    ['short rows of a wide table', full('|a\n', `${'|a'.repeat(8000)}\n${'|-'.repeat(8000)}\n`)],
    ['quotes in quotes', full('>')],
    ['quotes in quotes, line by line', full(`${'>'.repeat(99)}\n`)],
    ['pictures that never end', full('![')],
    ['marks that are longer as markup', full('&')],
  ])('%s stay bounded', (_what, text) => {
    const html = markdownToHtml(text)
    expect(html.length).toBeLessThanOrEqual(README_HTML_MAX)
    expect(html.match(/<blockquote>/g)?.length ?? 0).toBeLessThanOrEqual(README_BYTES_MAX / 100 + README_NESTING_MAX)
  })

  test('is shown as it was written', () => {
    const html = markdownToHtml(full('|a\n', '|a|\n|-|\n'))
    expect(html.startsWith('<pre>|a|\n|-|\n|a\n')).toBe(true)
    expect(markdownToHtml(`${full('|a\n', '|a|\n|-|\n')}<b>`)).toContain('&lt;b&gt;')
  })

  test('is nested so deep and no deeper', () => {
    const deep = markdownToHtml(`${'>'.repeat(1000)} deep`)
    expect(deep.match(/<blockquote>/g)?.length ?? 0).toBeLessThanOrEqual(README_NESTING_MAX)
  })
})

test('a link to another site opens beside ours and learns nothing of the reader, a path leads nowhere', () => {
  expect(markdownToHtml('[x](https://a.example) [y](mailto:a@b.example) [z](/logout)')).toBe(
    '<p><a href="https://a.example" target="_blank" rel="nofollow noopener noreferrer">x</a> <a href="mailto:a@b.example">y</a> <a>z</a></p>\n',
  )
})
