import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { type LoadRows, type RowPages, rowPages } from './row-pages.ts'

/** The rows of one source; another `load` is another source, and begins anew. */
export function useRowPages<Row>(load: LoadRows<Row>): RowPages<Row> {
  const pages = useMemo(() => rowPages(load), [load])
  useEffect(() => () => pages.close(), [pages])
  return pages
}

/** What the rows last failed to load with; null if they did not. */
export function usePagesFailure<Row>(pages: RowPages<Row>): unknown {
  return useSyncExternalStore(pages.subscribe, pages.failure)
}
