type Cell = string | number

const quoted = (cell: Cell) => (/[",\n]/.test(String(cell)) ? `"${String(cell).replaceAll('"', '""')}"` : String(cell))

/** Lines with a line break after each. */
export const lines = (...some: readonly string[]): Buffer => Buffer.from(`${some.join('\n')}\n`)
export const csv = (header: readonly string[], rows: readonly (readonly Cell[])[]): Buffer =>
  lines(...[header, ...rows].map((row) => row.map(quoted).join(',')))
export const json = (value: unknown): Buffer => lines(JSON.stringify(value, null, 2))
export const round = (value: number, digits: number) => Number(value.toFixed(digits))
