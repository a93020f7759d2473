type Sheet = { name: string; header: readonly string[]; rows: readonly (readonly (string | number)[])[] }
const WIDTH = 18

/** A workbook whose numbers are numbers, each sheet with a heading that stays. */
export async function xlsx(sheets: readonly Sheet[]): Promise<Buffer> {
  const { writeXlsx } = await import('hucre/xlsx')
  const bytes = await writeXlsx({
    sheets: sheets.map(({ name, header, rows }) => ({
      name,
      columns: header.map(() => ({ width: WIDTH })),
      rows: [[...header], ...rows.map((row) => [...row])],
      freezePane: { rows: 1 },
    })),
  })
  return Buffer.from(bytes)
}
