import type { ReactNode } from 'react'
import { NotLoaded } from '../../src/widgets/NotLoaded.tsx'
import { RecordMore } from '../../src/widgets/RecordMore.tsx'

type Query = Parameters<typeof RecordMore>[0]['query'] & {
  isLoading: boolean
  isError: boolean
  isPlaceholderData: boolean
  refetch: () => unknown
}
type Props<Item> = {
  query: Query
  items: readonly Item[]
  label: string
  card: (item: Item) => ReactNode
  /** Content of the empty state. */
  nothing: ReactNode
}
const GHOSTS = [1, 2, 3]

/** Components as cards, with the states loading, loaded, empty and failed. */
export function ComponentGrid<Item>({ query, items, label, card, nothing }: Props<Item>) {
  if (query.isLoading)
    return (
      <ul className="component-grid" aria-busy="true" aria-label={label}>
        {GHOSTS.map((ghost) => (
          <li key={ghost} className="component-card skeleton" />
        ))}
      </ul>
    )
  if (query.isError && !items.length) return <NotLoaded error={query.error} onRetry={query.refetch} />
  if (!items.length) return nothing
  return (
    <>
      <ul className="component-grid" aria-label={label} aria-busy={query.isPlaceholderData || undefined}>
        {items.map(card)}
      </ul>
      <RecordMore query={query} count={items.length} />
    </>
  )
}
