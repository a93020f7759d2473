/** Letters of a column as spreadsheet programs count them, from 0: A, B, …, AA. */
export function columnLetters(index: number): string {
  const rest = Math.floor(index / 26)
  return (rest ? columnLetters(rest - 1) : '') + String.fromCharCode(65 + (index % 26))
}
