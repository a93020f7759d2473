import type { ComponentProps, ReactNode } from 'react'
import { NotLoaded } from './NotLoaded.tsx'
import { RecordMore } from './RecordMore.tsx'
import { RecordSkeleton, RecordTable, type TableProps } from './RecordTable.tsx'

type More = ComponentProps<typeof RecordMore>
export type ListQuery = More['query'] & {
  isLoading: boolean
  isError: boolean
  isPlaceholderData: boolean
  refetch: () => unknown
}
type Props<Row> = Omit<TableProps<Row>, 'isStale' | 'children'> & {
  query: ListQuery
  /** Shown when there is nothing. */
  empty: ReactNode
  total?: More['total']
  size?: More['size']
}

/** A list that is loaded page by page; a skeleton, an error or an empty state in its place. */
export function RecordList<Row>({ query, empty, total, size, ...table }: Props<Row>) {
  const count = table.rows.length
  if (query.isLoading) return <RecordSkeleton />
  if (query.isError && !count) return <NotLoaded error={query.error} onRetry={query.refetch} />
  if (!count) return empty
  return (
    <RecordTable {...table} isStale={query.isPlaceholderData}>
      <RecordMore query={query} count={count} total={total} size={size} />
    </RecordTable>
  )
}
