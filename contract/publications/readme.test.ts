import { expect, test } from 'vitest'
import { type ReadmeWords, readmeOf } from './readme.ts'

const words: ReadmeWords = {
  authors: 'Authors',
  contact: 'Contact',
  about: 'About',
  files: 'Files',
  tables: 'Tables',
  column: 'Column',
  type: 'Type',
  unit: 'Unit',
  meaning: 'Meaning',
  least: 'Least',
  greatest: 'Greatest',
  missing: 'Missing',
  licence: 'Licence',
  fill: 'TO BE FILLED IN',
}

test('a README tells the record, and the columns of each table with units and ranges', () => {
  const text = readmeOf(
    { title: { zh: '', en: 'Lake' }, licence: 'CC0-1.0' },
    ['casts'],
    [
      {
        name: 'Casts',
        description: '',
        rows: 2,
        columns: [
          {
            name: 'Depth|m',
            type: 'number',
            unit: 'm',
            description: 'Below\nsurface',
            least: '0',
            greatest: '5',
            missing: 1,
          },
          { name: 'Note', type: 'text', unit: '', description: '', least: null, greatest: null, missing: null },
        ],
      },
    ],
    words,
    'en',
  )
  expect(text).toContain('# Lake\n')
  expect(text).toContain('- `casts`: TO BE FILLED IN\n')
  expect(text).toContain(
    '| Depth\\|m | number | m | Below surface | 0 | 5 | 1 |\n| Note | text |  | TO BE FILLED IN |  |  |  |\n',
  )
  expect(text).not.toContain('undefined')
})

test('what is missing is to be filled in, and nothing is said of files and tables that there are none of', () => {
  const text = readmeOf({}, [], [], words, 'zh')
  expect(text.match(/TO BE FILLED IN/g)).toHaveLength(5)
  expect(text).not.toContain('Files')
  expect(text.endsWith('\n')).toBe(true)
})
