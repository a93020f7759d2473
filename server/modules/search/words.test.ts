import { expect, test } from 'vitest'
import { highlightsIn, pieceOf } from './words.ts'

test.each([
  ['Core 12', ['core'], ['Core']],
  ['样品（一）号', ['样品(一)'], ['样品（一）']],
  ['ＣＴＤ', ['ctd'], ['ＣＴＤ']],
  ['5 ㎏', ['k'], ['㎏']],
  ['İzmir', ['izmir'], []],
  ['😀 lake', ['lake'], ['lake']],
  ['lakeside lake', ['lake', 'lakeside'], ['lakeside', 'lake']],
])('in %j the words %j stand at %j', (piece, words, shown) => {
  expect(highlightsIn(piece, words).map(([from, to]) => piece.slice(from, to))).toEqual(shown)
})

test('a piece begins a little before the first word that stands in it', () => {
  const text = `${'a '.repeat(200)}（一）${' b'.repeat(200)}`
  expect(pieceOf(text, ['(一)'])).toMatch(/^…(a ){20}（一）( b)+ …$/)
})
