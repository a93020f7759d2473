import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { type LoadRows, type RowPages, rowPages } from './row-pages.ts'

/**
 * The rows of one source; another `load` is another source and starts with an empty cache.
 * What failed to load is asked for again when the connection is back.
 */
export function useRowPages<Row>(load: LoadRows<Row>): RowPages<Row> {
  const pages = useMemo(() => rowPages(load), [load])
  useEffect(() => {
    const again = () => void (pages.failure() !== null && pages.retry())
    addEventListener('online', again)
    return () => {
      removeEventListener('online', again)
      pages.close()
    }
  }, [pages])
  return pages
}

/** The error of the last failed load of rows; null if there is none. */
export function usePagesFailure<Row>(pages: RowPages<Row>): unknown {
  return useSyncExternalStore(pages.subscribe, pages.failure)
}
