import { GRID_PAGE_ROWS, GRID_PAGES_KEPT } from '#contract/core/limits.ts'

export type LoadRows<Row> = (first: number, count: number, signal: AbortSignal) => Promise<readonly Row[]>
/** Runs `work` later, and gives the way to call it off. */
type Later = (work: () => void) => () => void

/** Rows beside the visible ones that are loaded with them (our choice). */
const MARGIN_ROWS = 60
/**
 * How long a view has to rest before its rows are loaded, in ms: what flies past is not asked for (our choice). A view
 * that moves by less than its own height meanwhile rests.
 */
const REST_MS = 40
const onTimer: Later = (work) => {
  const timer = setTimeout(work, REST_MS)
  return () => clearTimeout(timer)
}

type Page<Row> = { rows: readonly Row[]; isStale: boolean }
type Under = { expected: number; stop: AbortController }

/** The cached rows of a long table: loaded page by page as they become visible. Only the latest pages are kept. */
export type RowPages<Row> = {
  rowAt: (row: number) => Row | undefined
  /** The place of a cached row; null if none is the one. */
  placeOf: (isIt: (row: Row) => boolean) => number | null
  /**
   * Reports the visible rows, the end included, of a table of `count` rows: missing rows are loaded, loads of others
   * are cancelled.
   */
  see: (first: number, last: number, count: number) => void
  /** Reads rows, visible or not; cached rows are not requested again. */
  read: (first: number, count: number, signal: AbortSignal) => Promise<Row[]>
  /** The cached rows, in no order. */
  cached: () => Row[]
  /** Whether everything cached is as it was last read, and nothing is being read. */
  isFresh: () => boolean
  /** Shows a changed row before the server has it. */
  put: (row: number, value: Row) => void
  /** All rows may have changed: old ones are shown until the new ones are there. */
  invalidate: () => void
  /** Rows are others now: nothing of the old ones is shown. */
  clear: () => void
  /** Whether no row is cached. */
  isEmpty: () => boolean
  /** The error of the last load; null if it succeeded. */
  failure: () => unknown
  retry: () => void
  subscribe: (listener: () => void) => () => void
  /** Increases with every change of the cached rows. */
  version: () => number
  close: () => void
}

export function rowPages<Row>(load: LoadRows<Row>, later: Later = onTimer): RowPages<Row> {
  const pages = new Map<number, Page<Row>>()
  const under = new Map<number, Under>()
  const listeners = new Set<() => void>()
  let view = { first: 0, last: -1, count: 0 }
  let [version, failure]: [number, unknown] = [0, null]
  let callOff: (() => void) | null = null
  // Loads that began before the last change are outdated when they arrive.
  let age = 0

  const pageOf = (row: number) => Math.floor(row / GRID_PAGE_ROWS)
  // A table without rows has its first page nevertheless: asking for it tells whether there are some by now.
  const isWithin = (page: number) => page === 0 || page * GRID_PAGE_ROWS < view.count
  const inView = (page: number) =>
    isWithin(page) && page >= pageOf(Math.max(0, view.first - MARGIN_ROWS)) && page <= pageOf(view.last + MARGIN_ROWS)
  const expectedIn = (page: number) => Math.min(GRID_PAGE_ROWS, view.count - page * GRID_PAGE_ROWS)

  function changed() {
    version += 1
    for (const listener of listeners) listener()
  }

  function keep(page: number, rows: readonly Row[], isStale: boolean) {
    pages.delete(page)
    pages.set(page, { rows, isStale })
    for (const oldest of pages.keys()) {
      if (pages.size <= GRID_PAGES_KEPT) break
      if (!inView(oldest)) pages.delete(oldest)
    }
  }

  async function begin(page: number, expected: number) {
    const stop = new AbortController()
    const mine = { expected, stop }
    const bornAt = age
    under.set(page, mine)
    try {
      const rows = await load(page * GRID_PAGE_ROWS, expected, stop.signal)
      if (under.get(page) === mine) keep(page, rows, bornAt !== age)
    } catch (problem) {
      if (under.get(page) === mine && !stop.signal.aborted) failure = problem
    }
    if (under.get(page) !== mine) return
    under.delete(page)
    changed()
  }

  function loadVisible() {
    for (const [page, { stop }] of under) {
      if (inView(page)) continue
      under.delete(page)
      stop.abort()
    }
    if (failure !== null) return
    const from = pageOf(Math.max(0, view.first - MARGIN_ROWS))
    for (let page = from; inView(page); page += 1) {
      const [expected, found] = [expectedIn(page), pages.get(page)]
      const isThere = found && !found.isStale && found.rows.length >= expected
      if (!isThere && (under.get(page)?.expected ?? -1) < expected) void begin(page, expected || GRID_PAGE_ROWS)
    }
  }

  function soon() {
    if (callOff) return
    const then = view.first
    callOff = later(() => {
      callOff = null
      if (Math.abs(view.first - then) > view.last - view.first) soon()
      else loadVisible()
    })
  }

  async function read(first: number, count: number, signal: AbortSignal): Promise<Row[]> {
    const found: Row[] = []
    for (let row = first; row < first + count; ) {
      const page = pageOf(row)
      const end = Math.min(first + count, (page + 1) * GRID_PAGE_ROWS)
      const known = pages.get(page)
      const start = page * GRID_PAGE_ROWS
      const rows =
        known && !known.isStale && known.rows.length >= end - start
          ? known.rows.slice(row - start, end - start)
          : await load(row, end - row, signal)
      signal.throwIfAborted()
      found.push(...rows)
      if (rows.length < end - row) break
      row = end
    }
    return found
  }

  return {
    rowAt: (row) => pages.get(pageOf(row))?.rows[row % GRID_PAGE_ROWS],
    see(first, last, count) {
      view = { first, last, count }
      soon()
    },
    read,
    placeOf(isIt) {
      // While pages are read again one by one, a row can be in a new and in an old one.
      for (const isStale of [false, true])
        for (const [page, known] of pages) {
          const at = known.isStale === isStale ? known.rows.findIndex(isIt) : -1
          if (at >= 0) return page * GRID_PAGE_ROWS + at
        }
      return null
    },
    cached: () => [...pages.values()].flatMap(({ rows }) => rows),
    isFresh: () => under.size === 0 && ![...pages.values()].some(({ isStale }) => isStale),
    put(row, value) {
      const page = pages.get(pageOf(row))
      if (!page) return
      pages.set(pageOf(row), { ...page, rows: page.rows.with(row % GRID_PAGE_ROWS, value) })
      changed()
    },
    invalidate() {
      age += 1
      failure = null
      for (const [page, kept] of pages) if (inView(page)) kept.isStale = true
      for (const page of [...pages.keys()]) if (!inView(page)) pages.delete(page)
      for (const [page, { stop }] of under) {
        under.delete(page)
        stop.abort()
      }
      soon()
    },
    clear() {
      pages.clear()
      this.invalidate()
      changed()
    },
    isEmpty: () => pages.size === 0,
    failure: () => failure,
    retry() {
      failure = null
      changed()
      soon()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    version: () => version,
    close() {
      callOff?.()
      for (const { stop } of under.values()) stop.abort()
      under.clear()
    },
  }
}
