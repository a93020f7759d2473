import { describe, expect, test } from 'vitest'
import { excel, google, libreOffice, wps } from '../../tests/support/clipboard.ts'
import { exactsIn, fromHtml, isOurs } from './clipboard-html.ts'
import { toHtml } from './clipboard-text.ts'

describe('a table copied in', () => {
  const cases: [string, string, string[][]][] = [
    [
      'Excel',
      excel,
      [
        ['007', '17.115'],
        ['north\nshore', '46238'],
      ],
    ],
    [
      'WPS',
      wps,
      [
        ['007', '17.115'],
        ['north\nshore', '2026/8/4'],
      ],
    ],
    [
      'Google Sheets',
      google,
      [
        ['007', '17.115'],
        ['north\nshore', '2026-08-04'],
      ],
    ],
    [
      'LibreOffice',
      libreOffice,
      [
        ['007', '17.115'],
        ['north\nshore', '2026-08-04'],
      ],
    ],
  ]
  test.each(cases)(
    '%s comes with leading zeros, whole numbers, line breaks and dates as shown',
    (_name, html, rows) => {
      expect(fromHtml(html)).toEqual(rows)
    },
  )

  test('text without a table is no table', () => {
    expect(fromHtml('<meta charset="utf-8"><p>17.1</p>')).toBeNull()
    expect(fromHtml('')).toBeNull()
  })

  const shown: [string, string, string][] = [
    ['1,234.50', '1234.499', '1234.499'],
    ['¥1,234.50', '1234.499', '1234.499'],
    ['25.0%', '0.25034', '0.25034'],
    ['2026', '46238', '2026'],
    ['12:30', '0.520833', '12:30'],
    ['17.1', '', '17.1'],
    ['-3', '-3.2', '-3.2'],
  ]
  test.each(shown)('%s with %s behind it reads %s', (text, value, read) => {
    expect(fromHtml(`<table><tr><td x:num="${value}">${text}</td></tr></table>`)).toEqual([[read]])
  })

  test('merged cells keep the others in their columns', () => {
    const html =
      '<table><tr><td rowspan=2>a</td><td colspan="2">b</td></tr><tr><td>c</td><td>d</td></tr><tr><td>e</td></tr></table>'
    expect(fromHtml(html)).toEqual([
      ['a', 'b', ''],
      ['', 'c', 'd'],
      ['e', '', ''],
    ])
  })

  test('entities are letters, and markup of cells is not shown', () => {
    const html =
      '<table><tr><td><b>&lt;5</b>&nbsp;&#176;C &#x6C34;</td><td><script>x</script><!-- y -->1</td></tr></table>'
    expect(fromHtml(html)).toEqual([['<5 °C 水', '1']])
  })

  test('a cell that says it covers a million columns does not', () => {
    expect(fromHtml('<table><tr><td colspan=1000000>a</td></tr></table>')?.[0]).toHaveLength(1000)
  })
})

describe('values behind copied texts', () => {
  const texts = [
    ['a.png', '<b>"&'],
    ['', 'a.png'],
  ]
  const exacts = [
    ['["file",1]', '["x","<b>"]'],
    ['', '["file",2]'],
  ]
  const html = toHtml({ texts, exacts })
  test('come back with their texts', () => {
    expect(isOurs(html)).toBe(true)
    expect(exactsIn(html, texts)).toEqual(exacts)
  })
  test('count only where the text is the one that they were copied with', () => {
    expect(exactsIn(html, [['b.png', '<b>"&'], ['']])).toEqual([['', '["x","<b>"]'], ['']])
  })
  test('are none in damaged cells, and in those of other programs', () => {
    expect(exactsIn(html.replace('[[0', '[[['), [['a.png']])).toEqual([['']])
    expect(exactsIn('<table data-cells="[[0,0,1,2],7]"><tr><td>a</td></tr></table>', [['a']])).toEqual([['']])
    expect(isOurs('<table><tr><td>data-cells</td></tr></table>')).toBe(false)
    const crafted = '<table data-cells="[[&quot;constructor&quot;,&quot;name&quot;,&quot;Array&quot;,&quot;x&quot;]]">'
    expect(exactsIn(crafted, [['a']])).toEqual([['']])
  })
  test('are looked for in the first table alone, however many another page brings', () => {
    expect(isOurs(`<table>${'<table '.repeat(100_000)}`)).toBe(false)
    expect(isOurs('<table></table><table data-cells="">')).toBe(false)
  })
})
