import { describe, expect, test } from 'vitest'
import { fromTsv, toHtml, toTsv } from './clipboard-text.ts'

describe('the text form of copied cells', () => {
  const cases: [string, string, string[][]][] = [
    ['one cell', 'S01', [['S01']]],
    [
      'LF between rows',
      'a\tb\nc\td\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'CR and LF, as Excel ends every row',
      'a\tb\r\nc\td\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['CR alone', 'a\rb', [['a'], ['b']]],
    ['an empty row in between', 'a\n\nb\n', [['a'], [''], ['b']]],
    ['empty cells at the end', 'a\t\t\n', [['a', '', '']]],
    ['quotes around a line break', '"line 1\nline 2"\tb\r\n', [['line 1\nline 2', 'b']]],
    ['doubled quotes', '"say ""hi""\tnow"\tb', [['say "hi"\tnow', 'b']]],
    ['a quote within a cell is a character', '5" pipe\tb', [['5" pipe', 'b']]],
    ['a quoted word that is no whole cell is text', '"a" and b\tc', [['"a" and b', 'c']]],
    ['a quote that is never closed is text', '"open\tb', [['"open', 'b']]],
  ]
  test.each(cases)('%s', (_name, text, rows) => expect(fromTsv(text)).toEqual(rows))

  test('what is written is read back', () => {
    const texts = [
      ['007', 'two\nlines', 'a "quote"', 'tab\there'],
      ['', '"', '😀 水温', '=cmd|x'],
    ]
    expect(fromTsv(toTsv(texts))).toEqual(texts)
  })

  test('in the table form nothing of a cell is markup, and 007 stays 007', () => {
    const html = toHtml({ texts: [['<b>&"', '007']], exacts: [] })
    expect(html).toContain('&lt;b&gt;&amp;&quot;')
    expect(html).toContain("mso-number-format:'\\@'")
  })

  test.each([
    ['-12.50', true],
    ['0.000123456789012345', true],
    ['123456789012345', true],
    ['1234567890123456', false],
    ['0.1234567890123456', false],
    ['#', false],
  ])('the number %s is a number in a spreadsheet: %s', (text, isNumber) => {
    const html = toHtml({ texts: [[text, text]], exacts: [], numbers: [[true, false]] })
    expect(html.match(/mso-number-format/g)).toHaveLength(isNumber ? 1 : 2)
  })
})
