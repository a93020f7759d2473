import { expect, test } from 'vitest'
import { piecesOf } from './pieces.ts'

const MOST = 8
const bytes = (from: number, to: number) => Uint8Array.from({ length: to - from }, (_, at) => from + at)
async function* from(...pieces: Uint8Array[]) {
  for (const piece of pieces) {
    yield piece
    // Whoever asks for the next piece is done with this one.
    piece.fill(255)
  }
}
const all = async (source: AsyncIterable<Uint8Array>) => {
  const pieces: { bytes: number[]; isLast: boolean }[] = []
  for await (const { bytes: piece, isLast } of piecesOf(source, (number) => MOST * number))
    pieces.push({ bytes: [...piece], isLast })
  return pieces
}

test.each([
  ['nothing', [], [0]],
  ['an empty piece', [0], [0]],
  ['a short content', [3], [3]],
  ['many small pieces', [3, 3, 1, 4, 2], [8, 5]],
  ['a content that fills a piece', [8], [8]],
  ['pieces that grow', [8, 16, 24], [8, 16, 24]],
  ['one piece that is longer than all', [50], [8, 16, 24, 2]],
])('%s is cut where a piece is full, in memory of its own', async (_title, lengths, cut) => {
  let at = 0
  const source = lengths.map((length) => bytes(at, (at += length)))
  const pieces = await all(from(...source))
  expect(pieces.map((piece) => piece.bytes.length)).toEqual(cut)
  expect(pieces.flatMap((piece) => piece.bytes)).toEqual([...bytes(0, at)])
  expect(pieces.map(({ isLast }) => isLast)).toEqual(cut.map((_, index) => index === cut.length - 1))
})

test('each empty content has memory of its own, too: a piece is given away', async () => {
  const pieces = []
  for (let round = 0; round < 2; round += 1)
    for await (const { bytes: piece } of piecesOf([], () => MOST)) pieces.push(piece.buffer)
  expect(pieces[0]).not.toBe(pieces[1])
})
