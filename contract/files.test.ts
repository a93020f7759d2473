import { describe, expect, test } from 'vitest'
import { isFileName, suffixOf } from './files.ts'

describe('file names', () => {
  test.each([
    ['', 'nothing'],
    ['.gitignore', 'a leading dot'],
    ['..', 'the parent folder'],
    ['a/b', 'a slash'],
    ['a\\b', 'a backslash'],
    ['a:b', 'a colon'],
    ['what?', 'a question mark'],
    ['a|b', 'a bar'],
    ['a\nb', 'a line break'],
    ['a\u0000', 'a NUL'],
    ['a\u202efdp.exe', 'what turns the order of its letters'],
    ['a\u2066b', 'what sets a direction apart'],
    ['a\u200bb', 'a blank without width'],
    ['a\ufeffb', 'a byte order mark'],
    ['end ', 'a blank at the end'],
    ['end.', 'a dot at the end'],
    [' start', 'a blank at the start'],
    ['数'.repeat(86), 'more than 255 bytes'],
  ])('%j is refused: %s', (name) => expect(isFileName(name)).toBe(false))

  test.each([
    'QHL-S07_profile.csv',
    '航次报告（草稿）.pdf',
    'a b.txt',
    'émile.txt',
    '🧬.fasta',
    '数'.repeat(85),
    '#%&+.bin',
    'می\u200cخواهم.txt',
    '👩\u200d🔬.png',
  ])('%j is allowed', (name) => expect(isFileName(name)).toBe(true))
})

describe('suffix', () => {
  test.each([
    ['a.CSV', 'csv'],
    ['a.tar.gz', 'gz'],
    ['README', ''],
    ['.hidden', ''],
  ])('%s has %j', (name, suffix) => expect(suffixOf(name)).toBe(suffix))
})
