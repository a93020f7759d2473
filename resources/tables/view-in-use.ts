import type { SavedView, ViewState } from '#contract/tables.ts'

/** A value as text, whatever the order of its keys. */
const text = (value: unknown) =>
  JSON.stringify(value, (_, one: unknown) =>
    one && typeof one === 'object' && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  )
/** What is seen, but for the widths of columns, which people change in passing. */
const seen = ({ widths, hidden, ...state }: ViewState) => text({ ...state, hidden: hidden.toSorted((a, b) => a - b) })

/** The saved view that a table shows; one's own before those of others. */
export function viewInUse(views: readonly SavedView[], state: ViewState): SavedView | undefined {
  const now = seen(state)
  const alike = views.filter((one) => seen(one.state) === now)
  return alike.find(({ isMine }) => isMine) ?? alike[0]
}
