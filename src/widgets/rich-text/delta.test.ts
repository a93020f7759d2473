import { describe, expect, test } from 'vitest'
import { readMarkup } from '#contract/core/markup.ts'
import { markupOf, opsOf } from './delta.ts'

const edited = (text: string) => markupOf(opsOf(readMarkup(text).nodes))

describe('markup that nobody changed in the editor', () => {
  test.each([
    ['nothing', ''],
    ['a line', '© 2026 &lt;Lake&gt; &amp; co'],
    ['a line with formats', '<b>a</b><b><i>b</i></b><u>c</u><s>d</s><code>e</code>H<sub>2</sub>O<sup>2</sup>'],
    ['a link', 'see <a href="https://lake.example/?a=1&amp;b=&quot;2&quot;"><b>here</b></a>'],
    ['six levels of headings', '<h1>a</h1><h2>b</h2><h3>c</h3><h4>d</h4><h5>e</h5><h6>f</h6><p>g</p>'],
    [
      'sizes',
      '<span class="size-small">a</span>b<span class="size-large">c</span><span class="size-huge"><b>d</b></span>',
    ],
    ['paragraphs with an empty line', '<p>a</p><p><br></p><p>b</p>'],
    ['lists', '<p>a</p><ul><li>b</li><li><b>c</b></li></ul><ol><li>d</li></ol><p>e</p>'],
    ['nested lists', '<ol><li>a<ul><li>b</li><li>c</li></ul></li><li>d</li></ol>'],
    ['a quotation of two lines', '<blockquote>a<br>b</blockquote><p>c</p>'],
    ['a rule', '<p>a</p><hr><p>b</p>'],
    ['a rule alone', '<hr>'],
  ])('stays as it was: %s', (_what, markup) => {
    expect(edited(markup)).toBe(markup)
    expect(readMarkup(markup).dropped).toEqual([])
  })

  test.each([
    ['lines of plain text', 'a\nb', '<p>a</p><p>b</p>'],
    ['blanks between blocks', '<p>a</p>\n  <p>b\n c</p>\n', '<p>a</p><p>b c</p>'],
    [
      'other names of the same',
      '<strong>a</strong><em>b</em><small>c</small>',
      '<b>a</b><i>b</i><span class="size-small">c</span>',
    ],
    ['text between blocks', 'a<p>b</p>c', '<p>a</p><p>b</p><p>c</p>'],
    ['paragraphs in a list', '<ul><li><p>a</p></li></ul>', '<ul><li>a</li></ul>'],
    ['empty lines at the end', '<p>a</p><p><br></p>', 'a'],
  ])('is written in one way: %s', (_what, given, kept) => {
    expect(edited(given)).toBe(kept)
    expect(edited(kept)).toBe(kept)
  })
})

test('what is typed is text, and a format that pages do not show is left out', () => {
  const ops = [
    { insert: '<script>"&', attributes: { link: 'https://a.example/"><b>', size: 'x" onclick="y' } },
    { insert: '\n' },
  ]
  expect(markupOf(ops)).toBe('<a href="https://a.example/&quot;&gt;&lt;b&gt;">&lt;script&gt;"&amp;</a>')
})
