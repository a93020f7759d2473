/** What a sheet program would take for a formula: it stays text. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/

const cell = (text: string) => {
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One line of CSV (RFC 4180); cells that look like a formula are quoted with an apostrophe. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`
