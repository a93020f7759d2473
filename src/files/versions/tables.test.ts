import { utils, write } from '@e965/xlsx'
import { expect, test } from 'vitest'
import { tablesIn } from './tables.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text).buffer as ArrayBuffer

test('a text with a byte order mark and empty lines is one table', async () => {
  const tables = await tablesIn(bytesOf('\uFEFFid;深度\n1;"a;b"\n\n'), 'delimited')
  expect([...tables.keys()]).toEqual([''])
  expect(tables.get('')?.()).toEqual({ header: ['id', '深度'], rows: [['1', 'a;b']] })
})

test('a workbook is a table a sheet, its cells as they are shown', async () => {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet([['id', 'n'], [1, 0.5], [], ['2', true]]), '一')
  utils.book_append_sheet(book, utils.aoa_to_sheet([]), 'empty')
  const tables = await tablesIn(write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer, 'workbook')
  expect([...tables.keys()]).toEqual(['一', 'empty'])
  expect(tables.get('一')?.()).toEqual({
    header: ['id', 'n'],
    rows: [
      ['1', '0.5'],
      ['2', 'TRUE'],
    ],
  })
  expect(tables.get('empty')?.()).toEqual({ header: [], rows: [] })
})
