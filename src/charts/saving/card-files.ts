import { cellText } from '#contract/cells.ts'
import type { ChartAnswer } from '#contract/charts/answer.ts'

const quoted = (text: string) => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
/** Escapes a text that a spreadsheet would read as a formula. */
const safe = (text: string) => (/^[=@\t\r]|^[+-](?![\d.]+(e[+-]?\d+)?$)/i.test(text) ? `'${text}` : text)

/** The data of a chart as CSV, with a byte order mark, which makes spreadsheets read UTF-8. */
export function csvOf({ columns, rows, names }: ChartAnswer): string {
  const heads = columns.map(({ name, statistic, role, binding }) =>
    role === 'measure'
      ? [name, binding.aggregate, statistic === 'value' ? '' : statistic].filter(Boolean).join(' ')
      : name,
  )
  const lines = rows.map(({ cells, rest }) =>
    cells.map((cell, at) => {
      if (rest[at]) return '*'
      return safe(typeof cell === 'string' ? (names[cell] ?? cell) : cellText(cell))
    }),
  )
  return `\uFEFF${[heads.map(safe), ...lines].map((line) => line.map(quoted).join(',')).join('\r\n')}\r\n`
}
