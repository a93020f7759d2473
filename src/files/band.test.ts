import { expect, test } from 'vitest'
import { boxOf, type Cards, placesIn } from './band.ts'

/** Three columns of 100 px with 10 px between, lines of 50 px and a gap: 7 cards. */
const cards: Cards = { total: 7, perRow: 3, widthPx: 320, pitchPx: 60, gapPx: 10 }

test.each<[what: string, from: [number, number], to: [number, number], places: number[]]>([
  ['one card that it touches', [50, 20], [60, 30], [0]],
  ['every card between its corners, whichever came first', [230, 70], [90, 20], [0, 1, 2, 3, 4, 5]],
  ['none in the gap between columns', [101, 0], [109, 59], []],
  ['none in the gap between lines', [0, 51], [300, 59], []],
  ['none where the last line has no cards', [150, 130], [320, 170], []],
  ['the last card below', [0, 130], [320, 900], [6]],
  ['nothing outside on the left and above', [-20, -20], [-1, -1], []],
])('a band selects %s', (_what, [x, y], [toX, toY], places) => {
  expect(placesIn(boxOf({ x, y }, { x: toX, y: toY }), cards)).toEqual(places)
})
