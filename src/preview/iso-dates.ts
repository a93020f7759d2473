import { type CellObject, SSF } from '@e965/xlsx'

/** Formats that a program writes as its language has it, so that the order of day and month is unknown; what is shown. */
const ISO: Readonly<Record<string, string>> = {
  'm/d/yy': 'yyyy-mm-dd',
  'd-mmm-yy': 'yyyy-mm-dd',
  'm/d/yy h:mm': 'yyyy-mm-dd hh:mm',
}

/** Gives the dates of a row that have a built-in format their text in ISO 8601. */
export function showIsoDates(row: readonly (CellObject | undefined)[], date1904: boolean): void {
  for (const cell of row) {
    const format = cell?.t === 'n' && typeof cell.z === 'string' ? ISO[cell.z] : undefined
    if (cell && format) cell.w = SSF.format(format, cell.v, { date1904 })
  }
}
