import { read, utils, write } from '@e965/xlsx'
import { expect, test } from 'vitest'
import { sheetsOf } from './sheets.ts'

test('a sheet whose part is missing in the workbook is damaged, an empty one is not', () => {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet([['depth', 4.2]]), 'Casts')
  utils.book_append_sheet(book, utils.aoa_to_sheet([]), 'Empty')
  utils.book_append_sheet(book, utils.aoa_to_sheet([[1], [2]]), 'Notes')
  const whole: Buffer = write(book, { type: 'buffer', bookType: 'xlsx', compression: false })
  const casts = { name: 'Casts', rows: 1, columns: 2, isDamaged: false }
  const others = [
    { name: 'Empty', rows: 0, columns: 0, isDamaged: false },
    { name: 'Notes', rows: 2, columns: 1, isDamaged: false },
  ]
  expect(sheetsOf(read(whole, { dense: true }))).toEqual([casts, ...others])
  // The part of the first sheet has another name than the workbook says.
  const cut = Buffer.from(
    whole.toString('latin1').replaceAll(/\bxl.worksheets.sheet1.xml/g, 'xl/worksheets/lost_1.xml'),
    'latin1',
  )
  expect(sheetsOf(read(cut, { dense: true }))).toEqual([
    { name: 'Casts', rows: 0, columns: 0, isDamaged: true },
    ...others,
  ])
})
