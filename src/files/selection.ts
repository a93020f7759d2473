/**
 * What is marked in a list that is not all loaded: `all` turns `marks` into exceptions, so that marking 100,000 rows is
 * one step. `anchor` is where a range began, `focus` the row with the keyboard; both are places, -1 for none.
 */
export type Selection = { all: boolean; marks: ReadonlySet<string>; anchor: number; focus: number }

export const NOTHING: Selection = { all: false, marks: new Set(), anchor: -1, focus: -1 }

export const isMarked = ({ all, marks }: Selection, hash: string): boolean => all !== marks.has(hash)
export const countOf = ({ all, marks }: Selection, total: number): number => (all ? total - marks.size : marks.size)

export const only = (hash: string, at: number): Selection => ({
  all: false,
  marks: new Set([hash]),
  anchor: at,
  focus: at,
})
export const everything = ({ focus }: Selection): Selection => ({ all: true, marks: new Set(), anchor: 0, focus })

export function toggled(selection: Selection, hash: string, at: number): Selection {
  const marks = new Set(selection.marks)
  if (!marks.delete(hash)) marks.add(hash)
  return { ...selection, marks, anchor: at, focus: at }
}

/** From the anchor to `at`, both included; `hashAt` knows the loaded rows. */
export function ranged(selection: Selection, at: number, hashAt: (place: number) => string | undefined): Selection {
  const anchor = selection.anchor < 0 ? at : selection.anchor
  const marks = new Set<string>()
  for (let place = Math.min(anchor, at); place <= Math.max(anchor, at); place += 1) {
    const hash = hashAt(place)
    if (hash) marks.add(hash)
  }
  return { all: false, marks, anchor, focus: at }
}

/** The keyboard moves without marking. */
export const focused = (selection: Selection, at: number): Selection => ({ ...selection, focus: at })
