import type { Lineage } from '#contract/queries/answer.ts'

export type Placed = Lineage['nodes'][number] & { column: number; row: number }
type Edges = Lineage['edges']

/** The ids that edges lead from, or to, by the id at their other end. */
function besides(edges: Edges, from: 'from' | 'to', to: 'from' | 'to'): (id: string) => readonly string[] {
  const known = new Map<string, string[]>()
  for (const edge of edges) known.set(edge[from], [...(known.get(edge[from]) ?? []), edge[to]])
  return (id) => known.get(id) ?? []
}

/** Everything before and after a node, directly or indirectly, and the node itself. */
export function around({ nodes, edges }: Lineage, id: string): Lineage {
  const found = new Set([id])
  for (const next of [besides(edges, 'to', 'from'), besides(edges, 'from', 'to')]) {
    const open = [id]
    const met = new Set(open)
    for (let one = open.pop(); one !== undefined; one = open.pop())
      for (const other of next(one)) {
        if (met.has(other)) continue
        met.add(other)
        found.add(other)
        open.push(other)
      }
  }
  return {
    nodes: nodes.filter((node) => found.has(node.id)),
    edges: edges.filter(({ from, to }) => found.has(from) && found.has(to)),
  }
}

/** The column of each node: right of the last node that it reads. */
function columnsOf({ nodes, edges }: Lineage): Map<string, number> {
  const columns = new Map<string, number>()
  const before = besides(edges, 'to', 'from')
  const columnOf = (id: string, seen: readonly string[]): number => {
    const known = columns.get(id)
    if (known !== undefined) return known
    const sources = before(id).filter((one) => !seen.includes(one))
    const column = Math.max(-1, ...sources.map((one) => columnOf(one, [...seen, id]))) + 1
    columns.set(id, column)
    return column
  }
  for (const { id } of nodes) columnOf(id, [])
  return columns
}

/** Places nodes from left to right, each near those it reads, so that few lines cross. */
export function layoutOf(lineage: Lineage): Placed[] {
  const columns = columnsOf(lineage)
  const before = besides(lineage.edges, 'to', 'from')
  const after = besides(lineage.edges, 'from', 'to')
  const rows = new Map<string, number>()
  const byColumn = Object.groupBy(lineage.nodes, ({ id }) => columns.get(id) ?? 0)
  const mean = (ids: readonly string[]) => {
    const known = ids.flatMap((id) => rows.get(id) ?? [])
    return known.length ? known.reduce((sum, row) => sum + row, 0) / known.length : Number.POSITIVE_INFINITY
  }
  const all = Object.entries(byColumn).map(([column, nodes = []]) => ({ column: Number(column), nodes }))
  const place = (nodes: Lineage['nodes'], besideOf: (id: string) => readonly string[]) => {
    const keys = new Map(nodes.map(({ id }) => [id, mean(besideOf(id))]))
    const ordered = nodes.toSorted((a, b) => compared(keys.get(a.id) ?? 0, keys.get(b.id) ?? 0))
    for (const [row, { id }] of ordered.entries()) rows.set(id, row)
  }
  for (const { nodes } of all) place(nodes, before)
  for (const { nodes } of all.toReversed()) place(nodes, after)
  for (const { nodes } of all) place(nodes, before)
  return lineage.nodes.map((node) => ({ ...node, column: columns.get(node.id) ?? 0, row: rows.get(node.id) ?? 0 }))
}

/** Nodes without neighbours come last, in their order. */
const compared = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1)
