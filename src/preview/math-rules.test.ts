import MarkdownIt from 'markdown-it'
import { describe, expect, test } from 'vitest'
import { withMath } from './math-rules.ts'

const markdown = withMath(new MarkdownIt({ html: false }))
/** Formulas of a text; those on lines of their own behind a `D:`. */
function formulasOf(text: string): string[] {
  const html = markdown.render(text)
  return [...html.matchAll(/<span class="math( display)?">(.*?)<\/span>/gs)].map(
    ([, isDisplay, tex = '']) => (isDisplay ? 'D:' : '') + tex,
  )
}

describe('what is no formula', () => {
  test.each([
    ['prices', 'from $5 to $6'],
    ['a lonely sign', 'costs $5'],
    ['an escaped sign', '\\$x\\$'],
    ['code', '`$x$`'],
    ['a block of code', '```\n$$x$$\n```'],
    ['an empty pair', '$$$$ and $ $'],
    ['what never ends', '$$\nx\n\n\\begin{align}\ny'],
    ['an unknown environment', '\\begin{document}x\\end{document}'],
  ])('%s', (_what, text) => expect(formulasOf(text)).toEqual([]))
})

describe('a formula', () => {
  test.each<[string, string, string[]]>([
    ['within a sentence', 'mass $m$ and $E=mc^2$.', ['m', 'E=mc^2']],
    ['with an escaped sign within', '$5\\$ + x$', ['5\\$ + x']],
    ['on lines of its own', '$$\na\n- b\n\n+ c\n$$\nthen', ['D:a\n- b\n\n+ c']],
    ['on one line', '$$x$$', ['D:x']],
    ['within a paragraph', 'so $$x$$ holds', ['D:x']],
    ['in brackets', '\\(a\\) and \\[b\\]', ['a', 'D:b']],
    [
      'in an environment',
      '\\begin{align}\na &= b\\\\\n\\end{align}',
      ['D:\\begin{align}\na &amp;= b\\\\\n\\end{align}'],
    ],
    ['in a fence', '```math\nx_1\n```', ['D:x_1']],
    ['in a list', '- one $a_i$\n\n  $$\n  b\n  $$\n- two', ['a_i', 'D:b']],
    ['whose signs Markdown would read', '$a_1 * b_1 * c$ and $x < y$', ['a_1 * b_1 * c', 'x &lt; y']],
    ['that looks like an element', '$<img src=x onerror=alert(1)>$', ['&lt;img src=x onerror=alert(1)&gt;']],
  ])('%s', (_what, text, formulas) => expect(formulasOf(text)).toEqual(formulas))
})

test('signs that never end take no time', () => {
  for (const sign of ['\\[', '$$\n', '$a ', '\\begin{align}\n']) {
    const begun = process.cpuUsage()
    expect(formulasOf(sign.repeat(20_000))).toEqual([])
    expect(process.cpuUsage(begun).user).toBeLessThan(5_000_000)
  }
})

test('what stands after a formula is read on', () => {
  expect(markdown.render('$$\nx\n$$\n# Title')).toContain('<h1>Title</h1>')
})
