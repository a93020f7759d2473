import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parseNotebook, shownOf } from './notebook.ts'

const sample = readFileSync(new URL('../../tests/samples/files/profile.ipynb', import.meta.url), 'utf8')

describe('a notebook', () => {
  test.each(['', '[]', '{"nbformat": 4}', '{"nbformat": 3, "worksheets": []}'])(
    'that is none is refused: %s',
    (text) => {
      expect(() => parseNotebook(text)).toThrow()
    },
  )

  test('has cells with their source in one piece', () => {
    const { cells, metadata } = parseNotebook(sample)
    expect(cells.map(({ cell_type }) => cell_type)).toEqual(['markdown', 'code', 'code', 'code'])
    expect(cells[1]?.source).toBe('import statistics\nstatistics.mean([4.1, 15.6])')
    expect(metadata.language_info?.name).toBe('python')
  })

  test('shows the richest of what an output offers', () => {
    const [, value, table, error] = parseNotebook(sample).cells.map(
      ({ outputs: [output] }) => output && shownOf(output),
    )
    expect(value).toEqual({ type: 'text/plain', content: '9.85' })
    expect(table?.type).toBe('text/html')
    expect(error).toEqual({ type: 'error', content: 'ZeroDivisionError: division by zero' })
  })

  test('has nothing to show of an output that it does not know', () => {
    expect(shownOf({ output_type: 'display_data', data: { 'application/vnd.widget': {} } })).toBeNull()
  })
})
