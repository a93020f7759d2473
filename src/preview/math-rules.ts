import type { MarkdownIt } from 'markdown-it'

/** Class of the elements that contain the TeX of a formula; `display` in addition for one on lines of its own. */
export const MATH = 'math'

const ENVIRONMENTS = 'equation|align|gather|multline|eqnarray|alignat|flalign|split|[bBpvV]?matrix|array|cases'
const ENVIRONMENT = new RegExp(`^\\\\begin\\{((?:${ENVIRONMENTS})\\*?)\\}`)
/** Longest formula, in characters and lines: an end is looked for no further (our choice). */
const TEX_MAX = 10_000
const LINES_MAX = 200

const pairs = [
  { open: '$$', close: '$$', isDisplay: true },
  { open: '\\[', close: '\\]', isDisplay: true },
  { open: '\\(', close: '\\)', isDisplay: false },
] as const
/** Amounts of money such as `$5 and $6` are not formulas. */
const SINGLE = /^\$(?![\s$])((?:\\.|[^$\\])*?(?:[^\s\\$]|\\.))\$(?!\d)/

type Formula = { tex: string; length: number; isDisplay: boolean }

/** The formula at the beginning of a text, its length there, and whether it is on lines of its own. */
function formulaAt(text: string): Formula | null {
  const [opening, name] = ENVIRONMENT.exec(text) ?? []
  if (opening) {
    const at = text.indexOf(`\\end{${name}}`)
    const length = at + `\\end{${name}}`.length
    return at < 0 ? null : { tex: text.slice(0, length), length, isDisplay: true }
  }
  for (const { open, close, isDisplay } of pairs) {
    if (!text.startsWith(open)) continue
    const at = text.indexOf(close, open.length)
    const tex = text.slice(open.length, Math.max(at, 0)).trim()
    return tex ? { tex, length: at + close.length, isDisplay } : null
  }
  const [whole = '', tex = ''] = SINGLE.exec(text) ?? []
  return whole ? { tex: tex.trim(), length: whole.length, isDisplay: false } : null
}

/** Teaches a parser formulas: `$…$`, `$$…$$`, `\(…\)`, `\[…\]`, environments, and fences of the language `math`. */
export function withMath(markdown: MarkdownIt): MarkdownIt {
  const { escapeHtml } = markdown.utils
  const element = (tex: string, isDisplay: boolean) =>
    `<span class="${isDisplay ? `${MATH} display` : MATH}">${escapeHtml(tex)}</span>`

  markdown.inline.ruler.before('escape', 'math', (state, isSilent) => {
    const found =
      /^[$\\]/.test(state.src[state.pos] ?? '') &&
      formulaAt(state.src.slice(state.pos, Math.min(state.posMax, state.pos + TEX_MAX)))
    if (!found) return false
    if (!isSilent) {
      const token = state.push('math', 'span', 0)
      token.content = found.tex
      token.meta = { isDisplay: found.isDisplay }
    }
    state.pos += found.length
    return true
  })
  // Before the other blocks: a line of a formula may begin like a list.
  markdown.block.ruler.before(
    'fence',
    'math',
    (state, first, last, isSilent) => {
      const begin = (state.bMarks[first] ?? 0) + (state.tShift[first] ?? 0)
      if (!/^(\$\$|\\\[|\\begin\{)/.test(state.src.slice(begin, begin + 7))) return false
      const text = state.getLines(first, Math.min(last, first + LINES_MAX), state.blkIndent, true).slice(0, TEX_MAX)
      const shift = text.length - text.trimStart().length
      const found = formulaAt(text.slice(shift))
      if (!found) return false
      const end = shift + found.length
      const rest = /^[^\n]*/.exec(text.slice(end))?.[0] ?? ''
      if (rest.trim()) return false
      if (isSilent) return true
      const token = state.push('math', 'span', 0)
      token.content = found.tex
      token.block = true
      state.line = first + text.slice(0, end).split('\n').length
      return true
    },
    { alt: ['paragraph', 'blockquote', 'list'] },
  )
  markdown.renderer.rules.math = (tokens, at) => {
    const { content = '', meta, block } = tokens[at] ?? {}
    return block ? `<p>${element(content, true)}</p>\n` : element(content, meta?.isDisplay === true)
  }
  const fence = markdown.renderer.rules.fence
  markdown.renderer.rules.fence = (tokens, at, ...rest) => {
    const { info = '', content = '' } = tokens[at] ?? {}
    if (info.trim() === 'math') return `<p>${element(content.trim(), true)}</p>\n`
    return fence?.(tokens, at, ...rest) ?? ''
  }
  return markdown
}
