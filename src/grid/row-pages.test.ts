import { describe, expect, test } from 'vitest'
import { GRID_PAGE_ROWS, GRID_PAGES_KEPT } from '#contract/core/limits.ts'
import { rowPages } from './row-pages.ts'

type Asked = {
  first: number
  count: number
  signal: AbortSignal
  answer: (rows?: number) => Promise<void>
  fail: () => Promise<void>
}

/** A table whose loads are answered by the test, one by one; views are looked at when the test says so. */
function setUp() {
  const asked: Asked[] = []
  let work: (() => void) | null = null
  const pages = rowPages<string>(
    (first, count, signal) =>
      new Promise((resolve, reject) => {
        const done = async (end: () => void) => {
          end()
          await Promise.resolve().then(() => {})
        }
        asked.push({
          first,
          count,
          signal,
          answer: (rows = count) => done(() => resolve(Array.from({ length: rows }, (_, i) => `row ${first + i}`))),
          fail: () => done(() => reject(new Error('cut off'))),
        })
      }),
    (later) => {
      work = later
      return () => {
        work = null
      }
    },
  )
  const rest = () => {
    const now = work
    work = null
    now?.()
  }
  return { pages, asked, rest }
}

describe('rowPages', () => {
  test('a row is found where it is cached, another nowhere', async () => {
    const { pages, asked, rest } = setUp()
    pages.see(GRID_PAGE_ROWS, GRID_PAGE_ROWS + 10, 3 * GRID_PAGE_ROWS)
    rest()
    for (const one of asked) await one.answer()
    const place = GRID_PAGE_ROWS + 7
    expect(pages.placeOf((row) => row === `row ${place}`)).toBe(place)
    expect(pages.placeOf((row) => row === 'row -1')).toBeNull()
  })

  test('a failed load is told, nothing is asked for again until it is retried', async () => {
    const { pages, asked, rest } = setUp()
    pages.see(0, 30, 1000)
    rest()
    await asked[0]?.fail()
    expect(pages.failure()).toEqual(new Error('cut off'))
    pages.see(10, 40, 1000)
    rest()
    expect(asked).toHaveLength(1)
    pages.retry()
    rest()
    expect(pages.failure()).toBeNull()
    expect(asked).toHaveLength(2)
  })

  test('only what a view rests on is loaded, in pages of 500', async () => {
    const { pages, asked, rest } = setUp()
    pages.see(100_000, 100_030, 1_000_000)
    pages.see(200_100, 200_130, 1_000_000)
    rest()
    expect(asked).toEqual([])
    pages.see(200_110, 200_140, 1_000_000)
    rest()
    expect(asked.map(({ first, count }) => [first, count])).toEqual([[200_000, GRID_PAGE_ROWS]])
    expect(pages.rowAt(200_100)).toBeUndefined()
    await asked[0]?.answer()
    expect(pages.rowAt(200_100)).toBe('row 200100')
  })

  test('a page that left the view is given up, and its answer is not kept', async () => {
    const { pages, asked, rest } = setUp()
    pages.see(0, 30, 1_000_000)
    rest()
    pages.see(500_000, 500_030, 1_000_000)
    rest()
    expect(asked[0]?.signal.aborted).toBe(true)
    await asked[0]?.answer()
    expect(pages.rowAt(0)).toBeUndefined()
  })

  test('the latest 40 pages are kept', async () => {
    const { pages, asked, rest } = setUp()
    for (let page = 0; page <= GRID_PAGES_KEPT; page += 1) {
      const row = page * GRID_PAGE_ROWS + 200
      pages.see(row, row + 30, 1_000_000)
      rest()
      await asked.at(-1)?.answer()
    }
    expect(pages.rowAt(200)).toBeUndefined()
    expect(pages.rowAt(700)).toBe('row 700')
  })

  test('a table that grew asks again for the page that was not full', async () => {
    const { pages, asked, rest } = setUp()
    pages.see(0, 30, 120)
    rest()
    await asked[0]?.answer()
    pages.see(0, 30, 300)
    rest()
    expect(asked.map(({ count }) => count)).toEqual([120, 300])
  })

  test('a table without rows is asked for some after every change, and once only', async () => {
    const { pages, asked, rest } = setUp()
    pages.see(0, 30, 0)
    rest()
    expect(asked.map(({ first, count }) => [first, count])).toEqual([[0, GRID_PAGE_ROWS]])
    await asked[0]?.answer(0)
    pages.see(0, 30, 0)
    rest()
    expect(asked).toHaveLength(1)
    pages.invalidate()
    rest()
    expect(asked).toHaveLength(2)
    await asked[1]?.answer(81)
    pages.see(0, 30, 81)
    rest()
    expect(pages.rowAt(80)).toBe('row 80')
    expect(asked).toHaveLength(2)
  })

  test('rows that may have changed are shown until the new ones are there', async () => {
    const { pages, asked, rest } = setUp()
    pages.see(0, 30, 400)
    rest()
    await asked[0]?.answer()
    pages.invalidate()
    rest()
    expect(pages.rowAt(3)).toBe('row 3')
    expect(asked).toHaveLength(2)
  })

  test('what was on its way when rows changed is not taken for new', async () => {
    const { pages, asked, rest } = setUp()
    pages.see(0, 30, 400)
    rest()
    pages.invalidate()
    expect(asked[0]?.signal.aborted).toBe(true)
    await asked[0]?.answer()
    expect(pages.rowAt(3)).toBeUndefined()
    rest()
    expect(asked).toHaveLength(2)
  })

  test('other rows show nothing of the old ones', async () => {
    const { pages, asked, rest } = setUp()
    pages.see(0, 30, 400)
    rest()
    await asked[0]?.answer()
    pages.clear()
    expect(pages.rowAt(3)).toBeUndefined()
  })

  test('a changed row is shown before the server has it', async () => {
    const { pages, asked, rest } = setUp()
    pages.see(0, 30, 400)
    rest()
    await asked[0]?.answer()
    const before = pages.version()
    pages.put(3, 'changed')
    expect(pages.rowAt(3)).toBe('changed')
    expect(pages.version()).toBeGreaterThan(before)
  })

  test('reading uses what is at hand and asks for the rest', async () => {
    const { pages, asked, rest } = setUp()
    pages.see(0, 30, 2000)
    rest()
    await asked[0]?.answer()
    const reading = pages.read(498, 4, new AbortController().signal)
    await asked[1]?.answer()
    expect(await reading).toEqual(['row 498', 'row 499', 'row 500', 'row 501'])
    expect(asked.slice(1).map(({ first, count }) => [first, count])).toEqual([[500, 2]])
  })
})
