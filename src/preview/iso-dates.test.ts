import { read, utils, write } from '@e965/xlsx'
import { expect, test } from 'vitest'
import { showIsoDates } from './iso-dates.ts'

test.each([false, true])(
  'dates in built-in formats are shown as in ISO 8601, others as their file says (1904: %s)',
  (date1904) => {
    const day = Date.UTC(2024, 0, 2) / 86_400_000 + (date1904 ? 24_107 : 25_569)
    const cells = [
      { t: 'n', v: day, z: 'm/d/yy' },
      { t: 'n', v: day, z: 'd-mmm-yy' },
      { t: 'n', v: day + 8.5 / 24, z: 'm/d/yy h:mm' },
      { t: 'n', v: day, z: 'dd/mm/yyyy' },
      { t: 'n', v: 4.2, z: '0.00' },
      { t: 's', v: '1/2/24' },
    ] as const
    const places = cells.map((cell, at) => [utils.encode_cell({ r: 0, c: at }), { ...cell }])
    const sheet = { '!ref': 'A1:F1', ...Object.fromEntries(places) }
    const made = { SheetNames: ['A'], Sheets: { A: sheet }, Workbook: { WBProps: { date1904 } } }
    const book = read(write(made, { type: 'array', bookType: 'xlsx' }), { dense: true, cellNF: true })
    const row = book.Sheets.A?.['!data']?.[0] ?? []
    showIsoDates(row, date1904)
    const shown = ['2024-01-02', '2024-01-02', '2024-01-02 08:30', '02/01/2024', '4.20', '1/2/24']
    expect(row.map(({ w, v }) => w ?? v)).toEqual(shown)
  },
)
