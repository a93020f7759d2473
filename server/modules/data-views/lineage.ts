import { sourcesOfView } from '#contract/data-views.ts'
import type { Lineage } from '#contract/queries/answer.ts'
import { idOf, type SourceRef } from '#contract/queries/query.ts'
import type { FedTable } from '#server/modules/data-sources/index.ts'
import type { ViewRow } from './catalogue-store.ts'

/**
 * What views are made of, and tables filled from; `namesOf` tells the names of sources that the reader may see, `fed`
 * are tables and data sources that they may.
 */
export async function lineageOf(
  { rows, fed }: { rows: readonly ViewRow[]; fed: readonly FedTable[] },
  namesOf: (refs: readonly SourceRef[]) => Promise<Map<string, string>>,
): Promise<Lineage> {
  const read = rows.flatMap(({ id, definition }) => sourcesOfView(definition).map((source) => ({ to: id, source })))
  const names = await namesOf(read.map(({ source }) => source))
  const nodes = new Map<string, Lineage['nodes'][number]>()
  for (const { id, name } of rows) nodes.set(id, { id, kind: 'view', name, isHidden: false })
  for (const { source } of read) {
    const id = idOf(source)
    if (nodes.has(id)) continue
    const name = names.get(id)
    nodes.set(id, { id, kind: source.kind, name: name ?? '', isHidden: name === undefined })
  }
  for (const { source_id, source_name, table_id, table_name } of fed) {
    nodes.set(source_id, { id: source_id, kind: 'dataSource', name: source_name, isHidden: false })
    nodes.set(table_id, { id: table_id, kind: 'table', name: table_name, isHidden: false })
  }
  const edges = new Map(read.map(({ to, source }) => [`${idOf(source)}>${to}`, { from: idOf(source), to }]))
  const filled = fed.map(({ source_id: from, table_id: to }) => ({ from, to }))
  return { nodes: [...nodes.values()], edges: [...edges.values(), ...filled] }
}
