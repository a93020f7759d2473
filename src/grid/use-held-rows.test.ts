import { describe, expect, test } from 'vitest'
import { movedBy } from './use-held-rows.ts'

/** By how many rows those in sight moved: `b` and what follows are in sight, from place 1 on. */
const moved = (now: string) =>
  movedBy({ place: 1, keys: [...'abcd'] }, (key) => (now.includes(String(key)) ? now.indexOf(String(key)) : null))

describe('rows in sight', () => {
  test.each([
    ['abcd', 0, 'that nothing happened to'],
    ['xyabcd', 2, 'below rows that came'],
    ['axbcd', 0, 'right below rows that came, which are to be seen'],
    ['abxcd', 0, 'among which one came'],
    ['bcd', -1, 'whose neighbour above is gone'],
    ['xxacd', 1, 'of which the first is gone'],
    ['bcda', -1, 'whose neighbour above stands elsewhere'],
    ['', 0, 'of which none is loaded'],
  ])('%s moved by %d: %s', (now, by) => {
    expect(moved(now)).toBe(by)
  })
})
