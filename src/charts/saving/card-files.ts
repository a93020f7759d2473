import { cellText } from '#contract/cells.ts'
import type { ChartAnswer } from '#contract/charts/answer.ts'
import type { ChartWords } from '../words.ts'

const quoted = (text: string) => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
/** Escapes a text that a spreadsheet would read as a formula. */
const safe = (text: string) => (/^[=@\t\r]|^[+-](?![\d.]+(e[+-]?\d+)?$)/i.test(text) ? `'${text}` : text)

/**
 * The data of a chart as CSV, with a byte order mark, which makes spreadsheets read UTF-8. Columns are named as in the
 * chart.
 */
export function csvOf(
  { columns, rows, names }: Pick<ChartAnswer, 'columns' | 'rows' | 'names'>,
  words: Pick<ChartWords, 'titleOf' | 'statistic'>,
): string {
  const heads = columns.map((column) =>
    [words.titleOf(column), column.statistic === 'value' ? '' : words.statistic(column.statistic)]
      .filter(Boolean)
      .join(' '),
  )
  const lines = rows.map(({ cells, rest }) =>
    cells.map((cell, at) => {
      if (rest[at]) return '*'
      return safe(typeof cell === 'string' ? (names[cell] ?? cell) : cellText(cell))
    }),
  )
  return `\uFEFF${[heads.map(safe), ...lines].map((line) => line.map(quoted).join(',')).join('\r\n')}\r\n`
}
