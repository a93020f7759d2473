/** A table whose first row contains the column names. */
export type Table = { header: readonly string[]; rows: readonly (readonly string[])[] }
/** One row that differs; for a changed row the cells before and after, by column. */
export type RowDifference = {
  state: 'added' | 'removed' | 'changed'
  key: string
  cells: { column: string; before: string; after: string }[]
}
export type TableDifferences = {
  columnsAdded: string[]
  columnsRemoved: string[]
  added: number
  removed: number
  changed: number
  unchanged: number
  /** Number of rows whose key occurs in an earlier row; such rows are matched in their order. */
  repeated: number
  /** The first differing rows, in the order of the new table, followed by the removed ones. */
  rows: RowDifference[]
}

/** Rows by key; repeated keys are made distinct. */
function keyed({ header, rows }: Table, key: string): { byKey: Map<string, readonly string[]>; repeated: number } {
  const at = header.indexOf(key)
  const seen = new Map<string, number>()
  const byKey = new Map<string, readonly string[]>()
  for (const row of rows) {
    const value = row[at] ?? ''
    const times = seen.get(value) ?? 0
    seen.set(value, times + 1)
    byKey.set(`${value}\u0000${times}`, row)
  }
  return { byKey, repeated: rows.length - seen.size }
}

/** Compares the rows of two tables, matched by the column `key`; returns at most `most` differing rows. */
export function differencesOf(before: Table, after: Table, key: string, most: number): TableDifferences {
  const [old, fresh] = [keyed(before, key), keyed(after, key)]
  const columns = [...new Set([...after.header, ...before.header])]
  const places = columns.map((column) => [before.header.indexOf(column), after.header.indexOf(column)] as const)
  const tally = { added: 0, removed: 0, changed: 0, unchanged: 0 }
  const rows: RowDifference[] = []

  function note(state: RowDifference['state'], id: string, from: readonly string[], to: readonly string[]): void {
    tally[state] += 1
    if (rows.length === most) return
    const cells = columns.flatMap((column, i) => {
      const [was, is] = places[i] ?? [-1, -1]
      const [left, right] = [from[was] ?? '', to[is] ?? '']
      return left === right ? [] : [{ column, before: left, after: right }]
    })
    rows.push({ state, key: id.slice(0, id.indexOf('\u0000')), cells })
  }
  const isSame = (from: readonly string[], to: readonly string[]) =>
    places.every(([was, is]) => (from[was] ?? '') === (to[is] ?? ''))

  for (const [id, row] of fresh.byKey) {
    const from = old.byKey.get(id)
    if (!from) note('added', id, [], row)
    else if (isSame(from, row)) tally.unchanged += 1
    else note('changed', id, from, row)
  }
  for (const [id, row] of old.byKey) if (!fresh.byKey.has(id)) note('removed', id, row, [])
  return {
    ...tally,
    columnsAdded: after.header.filter((column) => !before.header.includes(column)),
    columnsRemoved: before.header.filter((column) => !after.header.includes(column)),
    repeated: Math.max(old.repeated, fresh.repeated),
    rows,
  }
}
