import { connect, Told } from './talk.js'

/** Residues that behave alike share a colour: Zappo's groups for proteins, one a base for nucleotides. */
const SCHEMES = {
  zappo: { ILVAM: 'a', FWY: 'f', KRH: 'b', DE: 'd', STNQ: 'c', PG: 'e' },
  bases: { A: 'c', C: 'b', G: 'f', TU: 'd' },
  none: {},
}
const RULE_EVERY = 10
/** More residues than this would keep a browser busy for too long. */
const RESIDUES_MAX = 400_000
const words = {
  zh: { summary: (rows, columns) => `${rows} 条序列 × ${columns} 列`, none: '没有可以识别的序列', large: '比对过大' },
  en: {
    summary: (rows, columns) => `${rows} sequences × ${columns} columns`,
    none: 'No sequences were found',
    large: 'The alignment is too large',
  },
}

function fasta(text) {
  return text
    .split(/^>/m)
    .slice(1)
    .map((part) => {
      const [name = '', ...lines] = part.split(/\r?\n/)
      return { name: name.trim().split(/\s+/)[0], residues: lines.join('').replace(/\s/g, '') }
    })
}

/** Blocks of `name residues`; a line that begins with a blank tells how well the columns above it are kept. */
function clustal(text) {
  const found = new Map()
  for (const line of text.split(/\r?\n/).slice(1)) {
    const [, name, residues] = /^(\S+)\s+([A-Za-z*.-]+)(\s+\d+)?\s*$/.exec(line) ?? []
    if (name) found.set(name, (found.get(name) ?? '') + residues)
  }
  return [...found].map(([name, residues]) => ({ name, residues }))
}

const kindsOf = (scheme) => {
  const kinds = new Map()
  for (const [group, kind] of Object.entries(scheme)) for (const residue of group) kinds.set(residue, kind)
  return kinds
}

function shareOf(rows, column) {
  const counts = new Map()
  for (const { residues } of rows) {
    const residue = residues[column]?.toUpperCase()
    if (residue && residue !== '-' && residue !== '.') counts.set(residue, (counts.get(residue) ?? 0) + 1)
  }
  return Math.max(0, ...counts.values()) / rows.length
}

function line(table, head, width, draw, className = '') {
  const row = table.insertRow()
  row.className = className
  const th = document.createElement('th')
  th.textContent = head
  row.append(th)
  const cell = row.insertCell()
  for (let column = 0; column < width; column += 1) {
    const span = document.createElement('span')
    draw(span, column)
    cell.append(span)
  }
}

connect({
  onFile({ text, values, language }) {
    const told = words[language]
    const content = text.content
    const rows = content.trimStart().startsWith('>') ? fasta(content) : clustal(content)
    const width = Math.max(0, ...rows.map(({ residues }) => residues.length))
    if (!width) throw new Told(told.none)
    if (width * rows.length > RESIDUES_MAX) throw new Told(told.large)
    const shown = new Set(values.shown)
    const kinds = kindsOf(SCHEMES[values.colours] ?? {})
    const table = document.createElement('table')
    if (shown.has('ruler'))
      line(
        table,
        '',
        width,
        (span, column) => {
          if ((column + 1) % RULE_EVERY === 0) span.textContent = column + 1
        },
        'ruler',
      )
    for (const { name, residues } of rows)
      line(table, name, width, (span, column) => {
        const residue = residues[column] ?? ''
        span.textContent = residue
        const kind = kinds.get(residue.toUpperCase())
        if (kind) span.dataset.kind = kind
      })
    if (shown.has('kept'))
      line(
        table,
        '',
        width,
        (span, column) => {
          span.style.setProperty('--share', `${Math.round(shareOf(rows, column) * 100)}%`)
        },
        'kept',
      )
    const summary = document.createElement('div')
    summary.className = 'summary'
    summary.textContent = told.summary(rows.length, width)
    const sheet = document.createElement('div')
    sheet.className = 'sheet'
    sheet.tabIndex = 0
    sheet.append(table)
    document.body.replaceChildren(summary, sheet)
  },
})
