import type { Lineage } from '#contract/queries/answer.ts'

export type Placed = Lineage['nodes'][number] & { column: number; row: number }

/** Places what data flows through: sources at the left, each view one column right of the last thing that it reads. */
export function layoutOf({ nodes, edges }: Lineage): Placed[] {
  const columns = new Map<string, number>()
  const before = new Map<string, string[]>()
  for (const { from, to } of edges) before.set(to, [...(before.get(to) ?? []), from])
  const columnOf = (id: string, seen: readonly string[]): number => {
    const known = columns.get(id)
    if (known !== undefined) return known
    const sources = (before.get(id) ?? []).filter((one) => !seen.includes(one))
    const column = Math.max(-1, ...sources.map((one) => columnOf(one, [...seen, id]))) + 1
    columns.set(id, column)
    return column
  }
  const rows = new Map<number, number>()
  return nodes.map((node) => {
    const column = columnOf(node.id, [])
    const row = rows.get(column) ?? 0
    rows.set(column, row + 1)
    return { ...node, column, row }
  })
}
