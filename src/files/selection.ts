/**
 * The selection in a partly loaded list: with `all`, `hashes` are the exceptions, so that selecting 100,000 rows is one
 * step. `anchor` is the start of a range, `focus` the row with the keyboard focus; both are row indexes, -1 for none.
 */
export type Selection = { all: boolean; hashes: ReadonlySet<string>; anchor: number; focus: number }

export const NOTHING: Selection = { all: false, hashes: new Set(), anchor: -1, focus: -1 }

export const isSelected = ({ all, hashes }: Selection, hash: string): boolean => all !== hashes.has(hash)
export const countOf = ({ all, hashes }: Selection, total: number): number => (all ? total - hashes.size : hashes.size)

export const only = (hash: string, at: number): Selection => ({
  all: false,
  hashes: new Set([hash]),
  anchor: at,
  focus: at,
})
export const everything = ({ focus }: Selection): Selection => ({ all: true, hashes: new Set(), anchor: 0, focus })

export function toggled(selection: Selection, hash: string, at: number): Selection {
  const hashes = new Set(selection.hashes)
  if (!hashes.delete(hash)) hashes.add(hash)
  return { ...selection, hashes, anchor: at, focus: at }
}

/** Selects from the anchor to `at`, both included; `hashAt` returns the hashes of loaded rows. */
export function ranged(selection: Selection, at: number, hashAt: (place: number) => string | undefined): Selection {
  const anchor = selection.anchor < 0 ? at : selection.anchor
  const hashes = new Set<string>()
  for (let place = Math.min(anchor, at); place <= Math.max(anchor, at); place += 1) {
    const hash = hashAt(place)
    if (hash) hashes.add(hash)
  }
  return { all: false, hashes, anchor, focus: at }
}

/** Moves the keyboard focus without selecting. */
export const focused = (selection: Selection, at: number): Selection => ({ ...selection, focus: at })

type Item = { hash: string }
/** Keeps the keyboard focus on its item when other rows change, and at the same index if its item was removed. */
export function following(
  selection: Selection,
  before: readonly Item[],
  { rows, total }: { rows: readonly Item[]; total: number },
): Selection {
  const hash = before[selection.focus]?.hash
  if (!hash || rows[selection.focus]?.hash === hash) return selection
  const at = rows.findIndex((row) => row.hash === hash)
  const focus = at < 0 ? Math.min(selection.focus, total - 1) : at
  return { ...selection, focus, anchor: selection.anchor === selection.focus ? focus : selection.anchor }
}
